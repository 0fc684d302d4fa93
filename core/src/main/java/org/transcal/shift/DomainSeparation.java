package org.transcal.shift;

import java.util.Objects;
import java.util.function.DoubleSupplier;
import org.transcal.Termination;
import org.transcal.parallel.Lazy;

/** How well the two domains could be told apart. */
public final class DomainSeparation {
  private final double objective;
  private final Lazy<Double> auc;
  private final Termination termination;

  /** See the methods. */
  public DomainSeparation(double objective, double domainAuc, Termination termination) {
    this(objective, () -> domainAuc, termination);
  }

  /**
   * See the methods.
   *
   * @param domainAuc asked once, when somebody wants to know
   */
  public DomainSeparation(double objective, DoubleSupplier domainAuc, Termination termination) {
    this.objective = objective;
    this.auc = new Lazy<>(domainAuc::getAsDouble);
    this.termination = termination;
  }

  /** The minimum of the estimator's own objective. */
  public double objective() {
    return objective;
  }

  /**
   * In-sample probability that a target row scores as more target-like than a source training row;
   * 0.5 is no shift, 1 is no overlap.
   */
  public double domainAuc() {
    return auc.get();
  }

  /** How the search for that minimum ended. */
  public Termination termination() {
    return termination;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DomainSeparation separation
        && Double.compare(objective, separation.objective) == 0
        && Double.compare(domainAuc(), separation.domainAuc()) == 0
        && termination == separation.termination;
  }

  @Override
  public int hashCode() {
    return Objects.hash(objective, domainAuc(), termination);
  }

  @Override
  public String toString() {
    return "objective " + objective + ", AUC " + domainAuc() + ", " + termination;
  }
}
