/**
 * Trained models and their files: weights in safetensors, everything else in JSON.
 *
 * <p>Read first: {@link org.transcal.adapt.model.AdaptedModel}, then {@link
 * org.transcal.adapt.model.ModelFiles}. May depend on: {@code network}, {@code data}, {@code
 * tensor}, {@code io}, Jackson.
 *
 * @since 0.1.0
 */
package org.transcal.adapt.model;
