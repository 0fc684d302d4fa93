package org.transcal.spark.rows;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The invalid rows of a partition, by problem. */
final class InvalidRows implements Chunk {
  private static final long serialVersionUID = 1L;

  private final Map<String, RowProblem> problems = new TreeMap<>();

  void add(RowProblem problem) {
    problems.merge(problem.key(), problem, RowProblem::merge);
  }

  void add(InvalidRows other) {
    other.problems.values().forEach(this::add);
  }

  boolean isEmpty() {
    return problems.isEmpty();
  }

  List<String> messages() {
    return problems.values().stream().map(RowProblem::message).toList();
  }
}
