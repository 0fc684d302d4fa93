package org.transcal.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.cli.testing.CommandRun;
import org.transcal.io.json.ModelJson;
import org.transcal.io.json.Provenance;
import org.transcal.model.TemperatureModel;

/** The command line, and the server as a process of its own. */
class ServeCommandTest {
  private static final String SERVING = "Serving http://127.0.0.1:";

  @TempDir private Path folder;
  private Process process;
  private final List<String> notes = new ArrayList<>();

  @AfterEach
  void kill() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  /** Starts a process and returns its port. */
  private int start(List<String> javaOptions, String... args) throws IOException {
    Path model = folder.resolve("model.json");
    ModelJson.write(model, new TemperatureModel(3, 2.1), Provenance.unknown());
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(javaOptions);
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            "org.transcal.cli.Main",
            "serve",
            "--history",
            "history.jsonl",
            "--model",
            model.toString(),
            "--address",
            "127.0.0.1:0"));
    command.addAll(List.of(args));
    process = new ProcessBuilder(command).directory(folder.toFile()).start();
    BufferedReader errors =
        new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
    for (String line = errors.readLine(); line != null; line = errors.readLine()) {
      notes.add(line);
      if (line.startsWith(SERVING)) {
        return Integer.parseInt(line.substring(SERVING.length()).replace("/", ""));
      }
    }
    throw new AssertionError("The server did not start: " + notes);
  }

  private static String get(int port, String path) throws IOException {
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
      send(client, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
      return rest(client);
    }
  }

  private static void send(Socket client, String text) throws IOException {
    client.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    client.getOutputStream().flush();
  }

  private static String rest(Socket client) throws IOException {
    return new String(client.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  private int exitStatus() throws InterruptedException {
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("the process has ended").isTrue();
    return process.exitValue();
  }

  @Test
  void givenTermination_thenStatus0() throws Exception {
    int port = start(List.of());

    String page = get(port, "/");
    process.destroy();

    assertThat(page).startsWith("HTTP/1.1 200 ").contains("<title>");
    assertThat(notes.get(0))
        .startsWith("warning: ")
        .contains("history.jsonl", "does not exist yet");
    assertThat(exitStatus()).isZero();
  }

  @Test
  void givenTerminationWhileAnswering_thenTheAnswerIsComplete() throws Exception {
    int port = start(List.of());
    int rows = 300_000;
    String body = "{\"logits\": [" + "[1,2,3],".repeat(rows - 1) + "[1,2,3]]}";
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
      send(
          client,
          "POST /calibrate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
              + "Content-Length: "
              + body.length()
              + "\r\n\r\n"
              + body);
      // The first byte: from now on the server is sending more than the network buffers.
      assertThat(client.getInputStream().read()).isEqualTo('H');
      process.destroy();
      String answer = "H" + rest(client);

      assertThat(answer).startsWith("HTTP/1.1 200").endsWith("]}\n\r\n0\r\n\r\n");
      assertThat(exitStatus()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /health HT",
        "GET /health HTTP/1.1\r\nHost: loc",
        "POST /calibrate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Content-Length: 1000\r\n\r\n{\"logits\"",
        "POST /calibrate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"log",
        "POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{\"logits\"",
      })
  void givenClientThatStopsSending_thenClosedAndOthersAreServed(String start) throws Exception {
    int port =
        start(List.of("-Dsun.net.httpserver.maxReqTime=1", "-Dsun.net.httpserver.timerMillis=100"));
    try (Socket slow = new Socket(InetAddress.getLoopbackAddress(), port)) {
      send(slow, start);

      assertThat(get(port, "/health")).startsWith("HTTP/1.1 200 ");
      // Waits for the end; whatever was sent before it is the refusal of an unknown path.
      String answer = "";
      try {
        answer = rest(slow);
      } catch (SocketException reset) {
        // As good as an end.
      }
      assertThat(answer).matches("(?s)|HTTP/1.1 404 .*");
    }
    assertThat(get(port, "/health")).startsWith("HTTP/1.1 200 ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--address nonsense|HOST:PORT",
        "--address 127.0.0.1|HOST:PORT",
        "--address 127.0.0.1:70000|HOST:PORT",
        "--address :8080|HOST:PORT",
        "--address no.such.host.invalid:8080|unknown",
        "--address 0.0.0.0:0|--token-file is needed",
        "--address [::]:0|--token-file is needed",
        "--max-request-mb 0|1 … 1024",
        "--max-request-mb 5000|1 … 1024",
      })
  void givenWrongUsage_thenStatus2(String options, String message) {
    List<Object> line = new ArrayList<>(List.of("serve", "--history", folder.resolve("h.jsonl")));
    line.addAll(List.of(options.split(" ")));

    CommandRun run = CommandRun.of(line.toArray());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains(message);
  }

  @Test
  void givenNoHistoryOption_thenStatus2() {
    CommandRun run = CommandRun.of("serve");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("--history");
  }

  @Test
  void givenBadFiles_thenStatus3() throws Exception {
    Path empty = Files.writeString(folder.resolve("empty"), "\n\n");
    Path two = Files.writeString(folder.resolve("two"), "a\nb\n");
    Path blank = Files.writeString(folder.resolve("blank"), "a b\n");
    Path guessed = Files.writeString(folder.resolve("guessed"), "a23456789012345\n");
    Path damaged = Files.writeString(folder.resolve("damaged.csv"), "no history\n");
    Path good = folder.resolve("h.jsonl");

    assertBad("one line", "--history", good, "--token-file", empty);
    assertBad("one line", "--history", good, "--token-file", two);
    assertBad("blanks", "--history", good, "--token-file", blank);
    assertBad(
        "less than 16 characters; make one with: openssl rand -hex 32",
        "--history",
        good,
        "--token-file",
        guessed);
    assertBad("no such file", "--history", good, "--token-file", folder.resolve("none"));
    assertBad("no such file", "--history", good, "--model", folder.resolve("none.json"));
    assertBad("damaged.csv", "--history", damaged);
    assertBad("a new history must be", "--history", folder.resolve("new.csv"));
    assertBad("extension", "--history", folder.resolve("h.txt"));
  }

  private static void assertBad(String message, Object... options) {
    List<Object> line = new ArrayList<>(List.of("serve"));
    line.addAll(List.of(options));
    CommandRun run = CommandRun.of(line.toArray());
    assertThat(run.status()).as(run.err()).isEqualTo(3);
    assertThat(run.err()).contains(message);
  }

  @Test
  void givenAddressInUse_thenStatus3() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertBad(
          "choose another --address",
          "--history",
          folder.resolve("h.jsonl"),
          "--address",
          "127.0.0.1:" + taken.getLocalPort());
    }
  }
}
