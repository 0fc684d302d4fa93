package org.transcal.optim;

import org.transcal.Termination;

/**
 * Where a search over one variable ended.
 *
 * @param at the best point
 * @param value the function there
 * @param evaluations how often the function was evaluated
 * @param termination how the search ended
 */
public record Minimum(double at, double value, int evaluations, Termination termination) {}
