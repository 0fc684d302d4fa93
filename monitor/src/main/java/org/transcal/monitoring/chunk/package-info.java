/** Estimated accuracy over chunks of one task's target rows. Independent of {@code monitoring}. */
package org.transcal.monitoring.chunk;
