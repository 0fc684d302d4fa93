/**
 * A generated deployment with known truth. May use {@code monitoring}.
 *
 * @since 0.1.0
 */
package org.transcal.monitoring.example;
