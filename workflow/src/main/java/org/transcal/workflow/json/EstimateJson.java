package org.transcal.workflow.json;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.transcal.accuracy.AccuracyEvidence;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.io.json.JsonCodec;
import org.transcal.labelling.LabelledEstimate;
import org.transcal.metric.Estimate;
import org.transcal.shift.ShiftEvidence;
import org.transcal.workflow.Estimate.Result;

/**
 * Estimates without target labels, or with a few, as JSON, schema transcal.estimate/1; intervals
 * are 90 %.
 */
public final class EstimateJson {
  private EstimateJson() {}

  @JsonCodec.Schema("transcal.estimate/1")
  private record Document(
      String task,
      Estimate accuracy,
      Estimate ece,
      Estimate temperature,
      Optional<Estimate> lambda,
      List<Evidence> evidence,
      Map<String, Double> estimators,
      Shift shift,
      String verdict,
      List<String> reasons,
      List<String> reasonsFor,
      List<String> reasonsAgainst,
      String trackRecord,
      long labelsNeeded,
      Optional<Labels> labels,
      FindingsDocument findings) {}

  private record Evidence(
      String kind,
      double accuracy,
      double used,
      double weight,
      String status,
      Optional<String> note) {
    static Evidence of(AccuracyEvidence evidence) {
      return new Evidence(
          evidence.key(),
          evidence.accuracy(),
          evidence.used(),
          evidence.weight(),
          evidence.status().name().toLowerCase(Locale.ROOT),
          Optional.of(evidence.note()).filter(note -> !note.isEmpty()));
    }
  }

  private record Shift(String kind, String sentence) {}

  private record Labels(long used, long recommendedMore, Estimate accuracyWithout) {}

  /** The estimate, or the one with labels if there are any, in UTF-8. */
  public static byte[] encode(Result result) {
    TargetEstimate estimate = result.best();
    Estimate without = result.withoutLabels().accuracy();
    ShiftEvidence shift = ShiftEvidence.of(estimate.prepared());
    return JsonCodec.encode(
        new Document(
            estimate.task().name(),
            estimate.accuracy(),
            estimate.ece(),
            estimate.temperature(),
            estimate.lambda(),
            estimate.combined().evidence().stream().map(Evidence::of).toList(),
            estimate.estimators(),
            new Shift(shift.kind().words(), shift.sentence()),
            estimate.verdict().word(),
            estimate.reasons(),
            estimate.judgement().reasonsFor(),
            estimate.judgement().reasonsAgainst(),
            estimate.judgement().trackRecord(),
            estimate.labelsNeeded(),
            result
                .labelled()
                .map(LabelledEstimate::labels)
                .map(l -> new Labels(l.used(), l.recommendedMore(), without)),
            FindingsDocument.of(result.findings())));
  }
}
