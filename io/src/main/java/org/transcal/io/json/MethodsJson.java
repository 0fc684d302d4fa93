package org.transcal.io.json;

import java.util.List;
import java.util.Locale;
import org.transcal.calibration.CalibrationMethod;
import org.transcal.calibration.Methods;

/** The calibration methods as JSON, {@code transcal.methods/1}. */
public final class MethodsJson {
  private MethodsJson() {}

  /** Encodes names, needs and summaries. */
  public static byte[] encode(List<CalibrationMethod> methods) {
    return JsonText.object(
        json -> {
          json.writeStringField("schema", "transcal.methods/1");
          json.writeArrayFieldStart("methods");
          for (CalibrationMethod method : methods) {
            json.writeStartObject();
            json.writeStringField("name", method.name());
            JsonText.texts(json, "needs", needs(method));
            json.writeStringField("summary", method.summary());
            json.writeBooleanField("default", method.name().equals(Methods.DEFAULT));
            json.writeEndObject();
          }
          json.writeEndArray();
        });
  }

  /** What a method needs besides logits and source labels, such as weights or labelled-rows. */
  public static List<String> needs(CalibrationMethod method) {
    return method.needs().stream()
        .sorted()
        .map(need -> need.name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .toList();
  }
}
