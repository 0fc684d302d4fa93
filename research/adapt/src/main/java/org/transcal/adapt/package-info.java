/**
 * Domain adaptation: from a data set and two of its domains to a trained model and a task.
 *
 * <p>Read first: {@link org.transcal.adapt.Adaptation}. May depend on: the packages below it,
 * {@code io}.
 *
 * @since 0.1.0
 */
package org.transcal.adapt;
