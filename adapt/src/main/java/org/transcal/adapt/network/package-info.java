/**
 * Networks in memory of the engine, and their weights as plain arrays.
 *
 * <p>Read first: {@link org.transcal.adapt.network.Network}. May depend on: {@code tensor}, DJL.
 * Does not belong here: how weights are found ({@code train}) and stored ({@code model}).
 */
package org.transcal.adapt.network;
