package org.transcal.serve;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.transcal.io.json.ModelJson;
import org.transcal.io.json.Provenance;
import org.transcal.model.CalibrationModel;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.history.Histories;
import org.transcal.report.MonitorDashboard;
import org.transcal.serve.WebServer.Settings;

/** Shows a history of batches and calibrates over HTTP; {@code openapi.json} describes it. */
public final class Server {
  private final WebServer web;
  private final List<String> warnings;

  /**
   * What to serve, and to whom.
   *
   * @param address where to listen; port 0 picks a free one
   * @param history the history that {@code monitor} writes; it need not exist yet
   * @param model a model for {@code /calibrate}
   * @param tokenFile a file with the token that clients must send; required unless the address is
   *     loopback
   * @param megabytes largest body of a request
   */
  public record Options(
      InetSocketAddress address,
      Path history,
      Optional<Path> model,
      Optional<Path> tokenFile,
      int megabytes) {}

  private Server(WebServer web, List<String> warnings) {
    this.web = web;
    this.warnings = warnings;
  }

  /**
   * Reads the files and starts listening.
   *
   * @param unexpected receives internal errors
   * @throws IOException if the address cannot be used
   */
  public static Server start(Options options, Consumer<Throwable> unexpected) throws IOException {
    Optional<CalibrationModel> model = options.model().map(file -> ModelJson.read(file).model());
    HistoryPages pages =
        new HistoryPages(options.history(), Histories.open(options.history()), Server::dashboard);
    // Better to report an unreadable file now than to the first visitor.
    pages.current();
    Settings settings =
        new Settings(
            options.address(),
            options.tokenFile().map(Token::read),
            options.megabytes() << 20,
            WebServer.MOST_REQUESTS);
    return new Server(
        WebServer.start(settings, routes(pages, model), unexpected), warnings(options));
  }

  private static String dashboard(List<BatchResult> batches) {
    return MonitorDashboard.of(batches).toHtml();
  }

  private static List<String> warnings(Options options) {
    List<String> warnings = new ArrayList<>();
    if (Files.notExists(options.history()) && Files.notExists(Histories.store(options.history()))) {
      warnings.add(
          options.history() + ": does not exist yet; the dashboard is empty until it does");
    }
    options
        .tokenFile()
        .filter(Token::isReadableByOthers)
        .ifPresent(
            file -> warnings.add(file + ": every user of this machine can read it; use chmod 600"));
    return List.copyOf(warnings);
  }

  static Routes routes(HistoryPages pages, Optional<CalibrationModel> model) {
    byte[] description = description();
    byte[] health = "{\"status\":\"ok\"}\n".getBytes(StandardCharsets.UTF_8);
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
    try (InputStream resource = Server.class.getResourceAsStream("openapi.json")) {
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8)
          .replace("VERSION", Provenance.currentVersion())
          .getBytes(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the operator should know, one sentence each. */
  public List<String> warnings() {
    return warnings;
  }

  /** The port that it listens on. */
  public int port() {
    return web.port();
  }

  /** Waits up to ten seconds for requests under way; returns whether all have ended. */
  public boolean stop() throws InterruptedException {
    return web.stop();
  }
}
