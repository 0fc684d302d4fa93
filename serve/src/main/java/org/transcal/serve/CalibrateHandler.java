package org.transcal.serve;

import java.io.IOException;
import java.io.OutputStream;
import org.transcal.io.file.InputException;
import org.transcal.io.npy.NpyWriter;
import org.transcal.model.CalibrationModel;
import org.transcal.prediction.Probabilities;

/** {@code POST /calibrate}: bit-identical to {@code transcal apply}. */
record CalibrateHandler(CalibrationModel model) implements Routes.Handler {
  @Override
  public void answer(Call call) throws IOException {
    boolean isNpy = MediaTypes.isNpy(call.header("Content-Type"));
    String type = MediaTypes.preferred(call.list("Accept"));
    if (call.header("Content-Encoding").filter(coding -> !coding.equals("identity")).isPresent()) {
      throw HttpFailure.of(415, "compressed requests are not supported");
    }
    byte[] bytes = call.body();
    CalibrateBody body;
    Probabilities probabilities;
    try {
      body =
          isNpy
              ? CalibrateBody.ofNpy(bytes, model.classes())
              : CalibrateBody.ofJson(bytes, model.classes());
      probabilities = model.calibrate(body.logits());
    } catch (InputException | IllegalArgumentException bad) {
      // Numbers that cannot be read or calibrated are the client's fault.
      throw HttpFailure.of(400, "%s", bad.getMessage());
    }
    try (OutputStream answer = call.stream(type)) {
      if (type.equals(Json.MEDIA_TYPE)) {
        Json.write(answer, probabilities, body);
      } else {
        NpyWriter.write(answer, probabilities, body.precision());
      }
    }
  }
}
