package org.transcal.cli.serve;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.transcal.cli.option.TerminalCommand;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Message;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.file.InputException;
import org.transcal.serve.Server;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code transcal serve}: dashboard, metrics and calibration over HTTP. */
@Command(
    name = "serve",
    header = "Shows a history of batches and calibrates over HTTP.",
    description = {
      "%nGET / is the dashboard, /metrics is for Prometheus, /openapi.json describes all. With"
          + " --model, POST /calibrate turns logits into calibrated probabilities.%n%nCtrl-C or"
          + " SIGTERM stops it after the requests under way.%n"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  transcal serve --history history.jsonl --model transcal-out/demo/model.json",
      "  curl http://127.0.0.1:8080/metrics",
      "  curl http://127.0.0.1:8080/calibrate -H 'Content-Type: application/json' \\",
      "      -d '{\"logits\": [1.5, 0.2, 0, -1, 3.1]}'",
      "  transcal serve --history history.jsonl --address 0.0.0.0:8080 \\",
      "      --token-file token.txt",
      "  curl http://server:8080/metrics -H \"Authorization: Bearer $(cat token.txt)\"",
    })
public final class ServeCommand extends TerminalCommand {
  private static final Pattern ADDRESS = Pattern.compile("(\\[[^]]+]|[^:]+):([0-9]{1,5})");
  private static final int LARGEST_PORT = 65_535;
  private static final int MOST_MEGABYTES = 1024;

  @Option(
      names = "--history",
      paramLabel = "FILE",
      required = true,
      description = "The history that monitor writes; it need not exist yet.")
  private Path history;

  @Option(
      names = "--model",
      paramLabel = "MODEL.json",
      description = "A model written by fit, for /calibrate.")
  private Optional<Path> model = Optional.empty();

  @Option(
      names = "--address",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:8080",
      description =
          "Where to listen; port 0 picks a free one. Addresses that other machines can reach need"
              + " --token-file. Default: ${DEFAULT-VALUE}")
  private String address;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "A file with one line: the token that clients must send.")
  private Optional<Path> tokenFile = Optional.empty();

  @Option(
      names = "--max-request-mb",
      paramLabel = "N",
      defaultValue = "16",
      description = "Largest request in megabytes. Default: ${DEFAULT-VALUE}")
  private int megabytes;

  /** Prints to a terminal. */
  public ServeCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws InterruptedException {
    requireRange(spec, "--max-request-mb", megabytes, MOST_MEGABYTES);
    InetSocketAddress place = place();
    if (!place.getAddress().isLoopbackAddress() && tokenFile.isEmpty()) {
      throw misuse(
          "--address is %s, which other machines can reach; --token-file is needed", address);
    }
    run(new Server.Options(place, history, model, tokenFile, megabytes));
    return ExitStatus.DONE.code();
  }

  private InetSocketAddress place() {
    Matcher parts = ADDRESS.matcher(address);
    if (!parts.matches() || Integer.parseInt(parts.group(2)) > LARGEST_PORT) {
      throw misuse("--address is %s; it must be HOST:PORT, such as 127.0.0.1:8080", address);
    }
    try {
      return new InetSocketAddress(
          InetAddress.getByName(parts.group(1)), Integer.parseInt(parts.group(2)));
    } catch (UnknownHostException e) {
      throw misuse("--address is %s; this host is unknown", address);
    }
  }

  /** Serves until the process is stopped. */
  private void run(Server.Options options) throws InterruptedException {
    Server server;
    try {
      server = Server.start(options, this::report);
    } catch (IOException e) {
      throw new InputException(
          Message.of(
              "%s: cannot listen there: %s; choose another --address", address, e.getMessage()),
          e);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server)));
    terminal.warn(server.warnings());
    String host = address.substring(0, address.lastIndexOf(':'));
    terminal.notes().println(Message.of("Serving http://%s:%s/", host, server.port()));
    terminal.notes().flush();
    new CountDownLatch(1).await();
  }

  private void report(Throwable failure) {
    terminal.notes().println("error: " + terminal.unexpected(failure));
  }

  /** Ends the process with status 0: being stopped is the normal end of this command. */
  private void end(Server server) {
    try {
      if (!server.stop()) {
        terminal.warn(List.of("stopped before all requests were answered"));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    terminal.notes().flush();
    Runtime.getRuntime().halt(ExitStatus.DONE.code());
  }
}
