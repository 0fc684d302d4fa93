package org.transcal.report;

import java.util.ArrayList;
import java.util.List;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.number.Numerals;
import org.transcal.task.TransferTask;

/** What a report is about, and what its words and charts mean. */
final class Glossary {
  private Glossary() {}

  static Element[] facts(FitFindings findings) {
    TransferTask task = findings.task();
    List<Element> facts = new ArrayList<>();
    facts.add(Blocks.entry("Task", task.name()));
    facts.add(rows("Source validation", task.sourceValidation().logits().rows()));
    facts.add(rows("Target", task.target().logits().rows()));
    facts.add(Blocks.entry("Classes", Numerals.count(task.classes())));
    task.features()
        .ifPresent(
            features -> {
              facts.add(rows("Source training", features.sourceTrain().rows()));
              facts.add(Blocks.entry("Features", Numerals.count(features.columns())));
            });
    facts.add(Blocks.entry("ECE bins", Integer.toString(findings.comparison().bins())));
    facts.add(Blocks.entry("Seed", Long.toString(findings.comparison().seed())));
    return facts.toArray(Element[]::new);
  }

  private static Element rows(String name, int count) {
    return Blocks.entry(name, Numerals.count(count) + " rows");
  }

  /** Adds how to read the charts and words of a fit. */
  static Element addTo(Element section) {
    return section.add(
        Element.of("h3", "Reading the charts"),
        Blocks.words(
            "Reliability diagram",
            ReliabilitySection.READING,
            "Importance weights",
            WeightSection.READING,
            "Objective over T and λ",
            LandscapeSection.READING),
        Element.of("h3", "Words used here"),
        words(),
        pointer());
  }

  static Element pointer() {
    return Element.of("p")
        .in("reading")
        .text("More in ")
        .add(Element.of("code", "docs/guide/reading-a-report.md"))
        .text(" of the project.");
  }

  static Element words() {
    return Blocks.words(
        "Confidence",
        "the probability that the model gives to the class it predicts",
        "Calibrated",
        "of all predictions made with 80 % confidence, 80 % are right",
        "ECE",
        "expected calibration error: the mean distance between confidence and accuracy over the bins",
        "Temperature T",
        "logits are divided by it; above 1 it lowers confidence, and it never changes a prediction",
        "Exponent λ",
        "weights are raised to it; 1 keeps them, smaller values shrink the largest ones",
        "Effective sample size",
        "the number of equally weighted rows that carry the same information",
        "Tail index",
        "how heavy the tail of the largest weights is; above 0.7 their mean cannot be trusted");
  }
}
