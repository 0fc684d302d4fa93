/**
 * The shift between domains: its kind, density ratios, importance weights and their health, class
 * ratios.
 *
 * <p>Read first: {@link org.transcal.task.TransferTask}, which has no room for target labels. May
 * depend on: {@code matrix}, {@code kernel}, {@code optim}, {@code prediction}. Does not belong
 * here: estimates made with the weights ({@code accuracy}).
 */
package org.transcal.shift;
