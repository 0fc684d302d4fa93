package org.transcal.io.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.transcal.accuracy.AccuracyEvidence;
import org.transcal.accuracy.TargetEstimate;
import org.transcal.labelling.LabelledEstimate;
import org.transcal.shift.ShiftEvidence;

/**
 * Estimates without target labels, or with a few, as JSON, schema {@value #SCHEMA}; intervals are
 * 90 %.
 */
public final class EstimateJson {
  /** The schema written. */
  public static final String SCHEMA = "transcal.estimate/1";

  private EstimateJson() {}

  /** The estimate in UTF-8. */
  public static byte[] encode(TargetEstimate estimate) {
    return encode(estimate, Optional.empty());
  }

  /** The estimate, or the one with labels if there are any, in UTF-8. */
  public static byte[] encode(TargetEstimate estimate, Optional<LabelledEstimate> labelled) {
    return JsonText.object(
        json -> {
          write(json, labelled.map(LabelledEstimate::after).orElse(estimate));
          if (labelled.isPresent()) {
            json.writeObjectFieldStart("labels");
            json.writeNumberField("used", labelled.get().labels().used());
            json.writeNumberField("recommendedMore", labelled.get().labels().recommendedMore());
            JsonText.estimate(json, "accuracyWithout", estimate.accuracy());
            json.writeEndObject();
          }
        });
  }

  private static void write(JsonGenerator json, TargetEstimate estimate) throws IOException {
    json.writeStringField("schema", SCHEMA);
    json.writeStringField("task", estimate.task().name());
    JsonText.estimate(json, "accuracy", estimate.accuracy());
    JsonText.estimate(json, "ece", estimate.ece());
    JsonText.estimate(json, "temperature", estimate.temperature());
    if (estimate.lambda().isPresent()) {
      JsonText.estimate(json, "lambda", estimate.lambda().get());
    }
    json.writeArrayFieldStart("evidence");
    for (AccuracyEvidence evidence : estimate.combined().evidence()) {
      json.writeStartObject();
      json.writeStringField("kind", evidence.key());
      JsonText.number(json, "accuracy", evidence.accuracy());
      JsonText.number(json, "used", evidence.used());
      JsonText.number(json, "weight", evidence.weight());
      json.writeStringField("status", evidence.status().name().toLowerCase(Locale.ROOT));
      if (!evidence.note().isEmpty()) {
        json.writeStringField("note", evidence.note());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeObjectFieldStart("estimators");
    for (Map.Entry<String, Double> each : estimate.estimators().entrySet()) {
      JsonText.number(json, each.getKey(), each.getValue());
    }
    json.writeEndObject();
    ShiftEvidence shift = ShiftEvidence.of(estimate.prepared());
    json.writeObjectFieldStart("shift");
    json.writeStringField("kind", shift.kind().words());
    json.writeStringField("sentence", shift.sentence());
    json.writeEndObject();
    json.writeStringField("verdict", estimate.verdict().word());
    JsonText.texts(json, "reasons", estimate.reasons());
    JsonText.texts(json, "reasonsFor", estimate.judgement().reasonsFor());
    JsonText.texts(json, "reasonsAgainst", estimate.judgement().reasonsAgainst());
    json.writeStringField("trackRecord", estimate.judgement().trackRecord());
    json.writeNumberField("labelsNeeded", estimate.labelsNeeded());
  }
}
