/**
 * Networks in memory of the engine, and their weights as plain arrays.
 *
 * <p>Read first: {@link org.transcal.adapt.network.Network}. May depend on: {@code tensor}, DJL.
 */
package org.transcal.adapt.network;
