package org.transcal.monitoring;

import java.util.List;

/**
 * Compares nights with a reference.
 *
 * <pre>{@code
 * List<Night> tonight = Monitor.against(reference).observe(NightTime.parse("2026-11-14"), batch);
 * }</pre>
 */
public final class Monitor {
  private final Reference reference;
  private final AlertPolicy policy;
  private final List<Night> before;
  private final List<String> classes;

  private Monitor(
      Reference reference, AlertPolicy policy, List<Night> before, List<String> classes) {
    this.reference = reference;
    this.policy = policy;
    this.before = before;
    this.classes = classes;
  }

  /** With the default policy. */
  public static Monitor against(Reference reference) {
    return new Monitor(reference, AlertPolicy.DEFAULT, List.of(), List.of());
  }

  /** The same with another policy. */
  public Monitor withPolicy(AlertPolicy newPolicy) {
    return new Monitor(reference, newPolicy, before, classes);
  }

  /**
   * The same with the nights before, in order of time: they tell which alerts last and how well the
   * estimates have done.
   */
  public Monitor after(List<Night> history) {
    return new Monitor(reference, policy, List.copyOf(history), classes);
  }

  /** The same with quality of the named classes; default: all classes if there are at most ten. */
  public Monitor withClasses(List<String> names) {
    return new Monitor(reference, policy, before, List.copyOf(names));
  }

  /** One night for all rows, then one for each segment of each column of the batch. */
  public List<Night> observe(NightTime at, Batch batch) {
    throw new UnsupportedOperationException("to be written");
  }
}
