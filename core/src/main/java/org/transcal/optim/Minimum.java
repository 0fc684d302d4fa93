package org.transcal.optim;

import org.transcal.Termination;

/**
 * Result of a search over one variable.
 *
 * @param at the best point
 * @param value the function at that point
 * @param evaluations number of evaluations
 * @param termination how the search ended
 */
public record Minimum(double at, double value, int evaluations, Termination termination) {}
