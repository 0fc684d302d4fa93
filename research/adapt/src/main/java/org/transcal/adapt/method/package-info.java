/**
 * Adaptation methods: what each minimises in addition to the source loss.
 *
 * <p>Read first: {@link org.transcal.adapt.method.AdaptationLoss}, then {@link
 * org.transcal.adapt.method.AdaptationMethod}. May depend on: {@code loss}, {@code network}, {@code
 * tensor}.
 *
 * @since 0.1.0
 */
package org.transcal.adapt.method;
