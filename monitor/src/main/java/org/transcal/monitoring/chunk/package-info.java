/**
 * Estimated accuracy over chunks of one task's target rows. Independent of {@code monitoring}.
 *
 * @since 0.1.0
 */
package org.transcal.monitoring.chunk;
