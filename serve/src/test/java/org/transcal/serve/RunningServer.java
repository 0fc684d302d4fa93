package org.transcal.serve;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.transcal.model.CalibrationModel;
import org.transcal.model.Parameter;
import org.transcal.model.TemperatureModel;
import org.transcal.monitoring.history.Histories;
import org.transcal.serve.RawClient.Answer;
import org.transcal.serve.WebServer.Settings;

/** A server in this process, on a free port, for a test. */
final class RunningServer implements AutoCloseable {
  static final CalibrationModel MODEL = new TemperatureModel(3, 2.1);
  static final int MOST_BYTES = 1 << 20;
  static final String JSON = "Content-Type: application/json";
  static final String NPY = "Content-Type: application/x-npy";

  final List<Throwable> unexpected = new ArrayList<>();
  final WebServer server;

  RunningServer(Settings settings, Routes routes) throws IOException {
    server = WebServer.start(settings, routes, unexpected::add);
  }

  /** The usual one: no batches, on loopback, without a token. */
  static RunningServer of(Optional<CalibrationModel> model) throws IOException {
    return new RunningServer(loopback(8), endpoints(model));
  }

  static Settings loopback(int mostRequests) {
    return new Settings(
        new InetSocketAddress("127.0.0.1", 0), Optional.empty(), MOST_BYTES, mostRequests);
  }

  static Routes endpoints(Optional<CalibrationModel> model) {
    Path none = Path.of("none.jsonl");
    return Server.routes(
        new HistoryPages(none, Histories.open(none), batches -> "<title>no nights</title>"), model);
  }

  static CalibrationModel vectorModel() {
    return CalibrationModel.of(
        "vector",
        3,
        Map.of(
            "weights", new Parameter.Vector(new double[] {0.5, 1.25, 0.75}),
            "bias", new Parameter.Vector(new double[] {0.1, -0.2, 0.3})));
  }

  int port() {
    return server.port();
  }

  Answer ask(String line, String... headers) throws IOException {
    return RawClient.ask(port(), line, headers);
  }

  /** Posts a body to /calibrate. */
  Answer calibrate(String body, String... headers) throws IOException {
    return RawClient.ask(port(), "POST /calibrate", body.getBytes(StandardCharsets.UTF_8), headers);
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
