package org.transcal.report;

import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.markup.Numerals;
import org.transcal.task.TransferTask;

/** The section on how the report was made and how to read it. */
final class ReproductionSection {
  private final FitFindings findings;
  private final Origin origin;

  ReproductionSection(FitFindings findings, Origin origin) {
    this.findings = findings;
    this.origin = origin;
  }

  Element section() {
    Element section = Blocks.section("reproduction", "How to make and read this report");
    section.add(command(origin));
    TransferTask task = findings.task();
    Element facts = Element.of("dl").in("facts");
    facts.add(
        Blocks.entry("Task", task.name()),
        Blocks.entry(
            "Source validation", Numerals.count(task.sourceValidation().logits().rows()) + " rows"),
        Blocks.entry("Target", Numerals.count(task.target().logits().rows()) + " rows"),
        Blocks.entry("Classes", Numerals.count(task.classes())));
    task.features()
        .ifPresent(
            features ->
                facts.add(
                    Blocks.entry(
                        "Source training", Numerals.count(features.sourceTrain().rows()) + " rows"),
                    Blocks.entry("Features", Numerals.count(features.columns()))));
    facts.add(
        Blocks.entry("ECE bins", Integer.toString(findings.comparison().bins())),
        Blocks.entry("Seed", Long.toString(findings.comparison().seed())));
    if (!origin.version().isEmpty()) {
      facts.add(Blocks.entry("Version", origin.version()));
    }
    section.add(facts, Element.of("h3", "Reading the charts"));
    section.add(
        Element.of("dl")
            .in("words")
            .add(
                Blocks.entry("Reliability diagram", ReliabilitySection.READING),
                Blocks.entry("Importance weights", WeightSection.READING),
                Blocks.entry("Objective over T and λ", LandscapeSection.READING)));
    return section.add(Element.of("h3", "Words used here"), words(), pointer());
  }

  /** The command line that makes a report again; nothing where it was not said. */
  static Element command(Origin origin) {
    Element block = Element.of("div");
    if (!origin.command().isEmpty()) {
      block.add(
          Element.of("pre")
              .with("tabindex", "0")
              .add(Element.of("code", Blocks.shortened(origin.command()))));
    }
    return block;
  }

  static Element pointer() {
    return Element.of("p")
        .in("reading")
        .text("More in ")
        .add(Element.of("code", "docs/guide/reading-a-report.md"))
        .text(" of the project.");
  }

  /** What the words of reports mean. */
  static Element words() {
    return Element.of("dl")
        .in("words")
        .add(
            Blocks.entry(
                "Confidence", "the probability that the model gives to the class it predicts"),
            Blocks.entry(
                "Calibrated", "of all predictions made with 80 % confidence, 80 % are right"),
            Blocks.entry(
                "ECE",
                "expected calibration error: the mean distance between confidence and accuracy over"
                    + " the bins"),
            Blocks.entry(
                "Temperature T",
                "logits are divided by it; above 1 it lowers confidence, and it never changes a"
                    + " prediction"),
            Blocks.entry(
                "Exponent λ",
                "weights are raised to it; 1 keeps them, smaller values tame the largest ones"),
            Blocks.entry(
                "Effective sample size",
                "how many equally weighted rows carry as much information as the weighted ones"),
            Blocks.entry(
                "Tail index",
                "how heavy the tail of the largest weights is; above 0.7 their mean cannot be"
                    + " trusted"));
  }
}
