package org.transcal.shift;

import org.transcal.Termination;

/**
 * How well the two domains could be told apart.
 *
 * @param objective the minimum of the estimator's own objective
 * @param domainAuc in-sample probability that a target row scores as more target-like than a source
 *     training row; 0.5 is no shift, 1 is no overlap
 * @param termination how the search for that minimum ended
 */
public record DomainSeparation(double objective, double domainAuc, Termination termination) {}
