package org.transcal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.transcal.report.markup.Blocks;
import org.transcal.report.markup.Element;
import org.transcal.report.number.Numerals;
import org.transcal.task.TransferTask;

/** What a report is about, and what its words and charts mean. */
final class Glossary {
  /** Per entry: markup of pages that need it, the term, its meaning. */
  private static final String[][] CHARTS = {
    {"id=\"reliability-", "Reliability diagram", ReliabilitySection.READING},
    {"id=\"evidence-", "Evidence for target accuracy", TemperatureSection.READING_EVIDENCE},
    {"id=\"confidence-", "Confidence and temperature", TemperatureSection.READING_CONFIDENCE},
    {"id=\"weights-plain\"", "Importance weights", WeightSection.READING},
    {"id=\"landscape-", "Objective over T and λ", TemperatureSection.READING},
    {"id=\"monitor\"", "Usual value", "the mean of quiet batches with as many rows"},
    {"id=\"monitor\"", "Alert threshold", "quiet batches are hardly ever beyond it"},
    {
      "id=\"nights-accuracy\"",
      "Accuracy",
      "estimated without labels; the band is a 90 % interval, cut if it is very wide"
    },
    {"id=\"nights-ece\"", "Calibration error", "mean distance between confidence and accuracy"},
    {
      "id=\"nights-confidence\"",
      "Confidence drift",
      "distance (Kolmogorov-Smirnov) of the batch's confidence from that of the reference: 0 to 1"
    },
    {
      "id=\"nights-classes\"",
      "Drift of predicted classes",
      "share of predictions that would have to change class to match the reference"
    },
    {
      "id=\"nights-domainAuc\"",
      "Feature drift",
      "how well the batch's features can be told from those of the reference: 0.5 not at all, 1 always"
    }
  };

  private static final String WORDS =
      """
      onfidence | Confidence | the probability that the model gives to the class it predicts
      alibrat | Calibrated | of all predictions made with 80 % confidence, 80 % are right
      smooth curve | Smooth curve | the same share near each confidence, weighted by a Gaussian kernel
      AUROC | AUROC | how often a row of the class has a higher probability than a row of another
      Precision | Precision | share of the rows predicted as a class that are of it
      Recall | Recall | share of the rows of a class that are predicted as such
      ECE | ECE | expected calibration error: the mean distance between confidence and accuracy
      emperature | Temperature T | divides the logits: above 1 lowers confidence, predictions stay
      λ | Exponent λ | weights are raised to it: 1 keeps them, less shrinks the largest
      effective sample size | Effective sample size | equally weighted rows that say as much
      tail index | Tail index | how heavy the tail of the weights is; above 0.7 distrust their mean
      """;

  private Glossary() {}

  static Element[] facts(FitNumbers numbers) {
    TransferTask task = numbers.task();
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
    facts.add(Blocks.entry("ECE bins", Integer.toString(numbers.comparison().bins())));
    facts.add(Blocks.entry("Seed", Long.toString(numbers.comparison().seed())));
    return facts.toArray(Element[]::new);
  }

  private static Element rows(String name, int count) {
    return Blocks.entry(name, Numerals.count(count) + " rows");
  }

  /** How to read the charts and words of a page, given its markup so far. */
  static Element of(String markup) {
    Element all = Element.of("div");
    add(all, "Reading the charts", Stream.of(CHARTS), markup);
    add(all, "Words used here", WORDS.lines().map(line -> line.split(" \\| ")), markup);
    return all.paragraph("More in `docs/guide/reading-a-report.md` of the project.");
  }

  private static void add(Element all, String heading, Stream<String[]> entries, String markup) {
    List<Element> found =
        entries.filter(e -> markup.contains(e[0])).map(e -> Blocks.entry(e[1], e[2])).toList();
    if (!found.isEmpty()) {
      all.add(Element.of("h3", heading), Element.of("dl").in("words").add(found));
    }
  }
}
