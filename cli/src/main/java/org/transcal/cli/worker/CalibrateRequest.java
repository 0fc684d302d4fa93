package org.transcal.cli.worker;

import java.nio.file.Path;
import java.util.Optional;
import org.transcal.cli.option.TerminalCommand;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.PredictionScale;
import org.transcal.io.array.Precision;
import org.transcal.io.file.InputException;
import org.transcal.io.json.ModelJson;
import org.transcal.io.npy.NpyArray;
import org.transcal.matrix.Matrix;
import org.transcal.model.CalibrationModel;
import org.transcal.prediction.Probabilities;
import picocli.CommandLine.Command;

/** {@code apply} on arrays in memory: logits or probabilities, and the model if there is one. */
@Command(name = "calibrate")
class CalibrateRequest extends TerminalCommand {
  static final Path MODEL = Path.of("model.json");

  final Request request;
  final Answer answer;

  CalibrateRequest(Terminal terminal, Request request, Answer answer) {
    super(terminal);
    this.request = request;
    this.answer = answer;
  }

  @Override
  public Integer call() {
    Precision precision =
        predictions().header().type().isSinglePrecision() ? Precision.FLOAT32 : Precision.FLOAT64;
    answer.add("probabilities.npy", probabilities(), precision);
    return ExitStatus.DONE.code();
  }

  final NpyArray predictions() {
    return request.array(isLogits() ? "logits" : "probabilities");
  }

  private boolean isLogits() {
    return !request.parts().containsKey("probabilities");
  }

  final Probabilities probabilities() {
    NpyArray array = predictions();
    Matrix values = array.matrix();
    return InputException.naming(
        array.where(),
        () ->
            model()
                .map(model -> model.calibrate(scale().logits(values)))
                .orElseGet(() -> scale().probabilities(values)));
  }

  final PredictionScale scale() {
    return isLogits() ? PredictionScale.LOGITS : PredictionScale.PROBABILITIES;
  }

  final Optional<CalibrationModel> model() {
    return Optional.ofNullable(request.parts().get(MODEL.toString()))
        .map(bytes -> ModelJson.decode(MODEL, bytes).model());
  }
}
