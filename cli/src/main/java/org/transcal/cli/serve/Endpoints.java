package org.transcal.cli.serve;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.transcal.io.json.Provenance;
import org.transcal.model.CalibrationModel;

/** All endpoints; {@code openapi.json} describes them. */
final class Endpoints {
  private Endpoints() {}

  static Routes of(HistoryPages pages, Optional<CalibrationModel> model) {
    byte[] description = description();
    byte[] health = Json.object(Map.of("status", "ok"));
    return new Routes()
        .get("/", pages::sendDashboard)
        .get("/metrics", pages::sendMetrics)
        .get(Access.HEALTH, call -> call.send(200, Json.MEDIA_TYPE, health))
        .get("/openapi.json", call -> call.send(200, Json.MEDIA_TYPE, description))
        .post(
            "/calibrate",
            model
                .<Routes.Handler>map(CalibrateHandler::new)
                .orElse(
                    call -> {
                      throw HttpFailure.of(404, "there is no model; start the server with --model");
                    }));
  }

  private static byte[] description() {
    try (InputStream resource = Endpoints.class.getResourceAsStream("openapi.json")) {
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8)
          .replace("VERSION", Provenance.currentVersion())
          .getBytes(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
