/**
 * Networks in memory of the engine, and their weights as plain arrays.
 *
 * <p>Read first: {@link org.transcal.adapt.network.Network}. May depend on: {@code tensor}, DJL.
 *
 * @since 0.1.0
 */
package org.transcal.adapt.network;
