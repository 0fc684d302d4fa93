/**
 * The shift between domains: the task, density ratios, importance weights and their health.
 *
 * <p>Read first: {@link org.transcal.task.TransferTask}, which has no room for target labels. May
 * depend on: {@code matrix}, {@code kernel}, {@code optim}, {@code prediction}. Does not belong
 * here: estimates made with the weights ({@code risk}).
 */
package org.transcal.shift;
