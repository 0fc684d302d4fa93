/** A generated deployment with known truth. May use {@code monitoring}. */
package org.transcal.monitoring.example;
