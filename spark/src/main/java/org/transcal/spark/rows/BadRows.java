package org.transcal.spark.rows;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Rows of a partition that cannot be used, by what is wrong with them. */
final class BadRows implements Chunk {
  private static final long serialVersionUID = 1L;

  private final Map<String, Finding> findings = new TreeMap<>();

  void add(Finding finding) {
    findings.merge(finding.key(), finding, Finding::merge);
  }

  void add(BadRows other) {
    other.findings.values().forEach(this::add);
  }

  boolean isEmpty() {
    return findings.isEmpty();
  }

  /** The problems, each as the sentence a user sees. */
  List<String> messages() {
    return findings.values().stream().map(Finding::message).toList();
  }
}
