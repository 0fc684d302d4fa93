/**
 * How far an estimate of target accuracy can be trusted: intervals, a verdict in words, how many
 * labels would settle it, and the same over chunks of time.
 *
 * <p>Read first: {@link org.transcal.verdict.TargetEstimator}. May depend on: everything before it.
 * Does not belong here: estimates themselves ({@code risk}), formatting ({@code report}, {@code
 * cli}).
 */
package org.transcal.verdict;
