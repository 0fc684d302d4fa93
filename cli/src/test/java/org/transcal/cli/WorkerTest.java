package org.transcal.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.cli.terminal.Terminal;
import org.transcal.cli.testing.CommandRun;
import org.transcal.cli.testing.TaskFile;
import org.transcal.cli.worker.WorkerCommand;

class WorkerTest {
  @TempDir private Path folder;

  private record Reply(int status, String notes, Map<String, byte[]> parts) {
    String text(String part) {
      return new String(parts.get(part), StandardCharsets.UTF_8);
    }
  }

  @Test
  void givenArrays_thenFitEqualsTheCommand() throws Exception {
    Path file = TaskFile.small(1).write(folder.resolve("task.npz"));
    Path out = folder.resolve("out");

    Reply reply = ask(arrays(file), "fit", "--seed", "3");

    CommandRun.done("fit", file, "--seed", "3", "--out", out);
    assertThat(reply.status).isZero();
    assertThat(CommandRun.withoutSeconds(reply.text("result.json")))
        .isEqualTo(
            CommandRun.withoutSeconds(unnamed(Files.readString(out.resolve("result.json")), file)));
    assertThat(reply.text("model.json")).isEqualTo(Files.readString(out.resolve("model.json")));
    assertThat(reply.parts.get("target_probabilities.npy"))
        .isEqualTo(Files.readAllBytes(out.resolve("target_probabilities.npy")));
    assertThat(reply.parts).doesNotContainKey("report.html");
  }

  /** What commands to run next say of a task that is in no file. */
  private static String unnamed(String json, Path file) {
    return json.replace(file.toString(), "TASK");
  }

  @Test
  void givenReport_thenItShowsTheCall() throws Exception {
    Path file = TaskFile.small(1).write(folder.resolve("task.npz"));

    Reply reply = ask(arrays(file), "fit", "--method", "temperature", "--report", "my_call(x)");

    assertThat(reply.text("report.html")).contains("my_call(x)").contains("</html>");
  }

  @Test
  void givenArrays_thenEstimateEqualsTheCommand() throws Exception {
    Path file = TaskFile.small(2).write(folder.resolve("task.npz"));

    Reply reply = ask(arrays(file), "estimate");

    assertThat(reply.text("estimate.json"))
        .isEqualTo(unnamed(CommandRun.done("estimate", file, "--json").out(), file));
  }

  @Test
  void givenRowsToLabel_thenTableEqualsTheCommandAndIsAccepted() throws Exception {
    Path file = TaskFile.small(2).write(folder.resolve("task.npz"));
    Path rows = folder.resolve("rows.csv");
    Map<String, byte[]> arrays = arrays(file);

    Reply reply = ask(arrays, "label", "--budget", "40");
    arrays.put("labels", reply.text("rows.csv").replaceAll("(?m)^(\\d+),,", "$1,1,").getBytes());
    Reply labelled = ask(arrays, "estimate");

    CommandRun.done("label", file, "--budget", "40", "--out", rows);
    assertThat(reply.text("rows.csv")).isEqualTo(Files.readString(rows));
    assertThat(labelled.text("estimate.json")).contains("\"used\": 40");
  }

  @Test
  void givenPredictionsAndModel_thenEvaluateAndCalibrateEqualTheCommands() throws Exception {
    Path file = TaskFile.small(2).write(folder.resolve("task.npz"));
    Path out = folder.resolve("out");
    CommandRun.done("fit", file, "--method", "vector", "--out", out);
    Path model = out.resolve("model.json");
    Map<String, byte[]> arrays = arrays(file);
    Map<String, byte[]> parts = new LinkedHashMap<>();
    parts.put("logits", arrays.get("target_logits"));
    parts.put("labels", arrays.get("target_labels"));
    parts.put("model.json", Files.readAllBytes(model));

    Reply evaluated = ask(parts, "evaluate", "--bins", "10");
    Reply calibrated = ask(parts, "calibrate");

    String task = file + ":target_";
    assertThat(evaluated.text("evaluation.json"))
        .isEqualTo(
            CommandRun.done(
                    "evaluate",
                    task + "logits",
                    task + "labels",
                    "--model",
                    model,
                    "--bins",
                    "10",
                    "--json")
                .out());
    assertThat(calibrated.parts.get("probabilities.npy"))
        .isEqualTo(Files.readAllBytes(out.resolve("target_probabilities.npy")));
  }

  @Test
  void givenErrors_thenStatusAndWordsOfTheCommandAndTheNextRequestWorks() throws Exception {
    Path file = TaskFile.small(1).write(folder.resolve("task.npz"));
    Map<String, byte[]> arrays = arrays(file);
    Map<String, byte[]> noTarget = new LinkedHashMap<>(arrays);
    noTarget.remove("target_logits");

    List<Reply> replies =
        askAll(
            message(arrays, "fit", "--method", "transcall"),
            message(noTarget, "fit"),
            message(Map.of(), "fit", "--task", "nowhere.npz"),
            message(Map.of(), "methods"));

    assertThat(replies).extracting(Reply::status).containsExactly(2, 3, 3, 0);
    assertThat(replies.get(0).notes).contains("error: Unknown method \"transcall\"; did you mean");
    assertThat(replies.get(1).notes).contains("error: task: array target_logits is missing");
    assertThat(replies.get(2).notes).contains("error: nowhere.npz: there is no such task");
    assertThat(replies.get(3).text("output")).contains("recommended");
  }

  @Test
  void givenPartThatClaimsMoreThanItHas_thenTheWorkerEnds() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    byte[] header =
        "{\"arguments\": [\"fit\"], \"parts\": [\"target_logits\"]}"
            .getBytes(StandardCharsets.UTF_8);
    out.writeLong(header.length);
    out.write(header);
    out.writeLong(Long.MAX_VALUE);

    assertThatThrownBy(() -> askAll(bytes.toByteArray())).isInstanceOf(IOException.class);
  }

  @Test
  void givenMalformedHeader_thenTheWorkerEnds() throws Exception {
    byte[] endless = {127, 0, 0, 0, 0, 0, 0, 0};
    byte[] noJson = {0, 0, 0, 0, 0, 0, 0, 2, '{', '['};

    assertThatThrownBy(() -> askAll(endless)).hasMessageContaining("header of");
    assertThatThrownBy(() -> askAll(noJson)).isInstanceOf(IOException.class);
  }

  @Test
  void givenHelp_thenTheWorkerIsNotListed() {
    assertThat(CommandRun.of("--help").out()).doesNotContain("worker");
  }

  private static Reply ask(Map<String, byte[]> parts, String... arguments) throws Exception {
    return askAll(message(parts, arguments)).get(0);
  }

  private static byte[] message(Map<String, byte[]> parts, String... arguments) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    String header =
        "{\"arguments\": ["
            + quoted(List.of(arguments))
            + "], \"parts\": ["
            + quoted(parts.keySet())
            + "]}";
    out.writeLong(header.length());
    out.writeBytes(header);
    for (byte[] part : parts.values()) {
      out.writeLong(part.length);
      out.write(part);
    }
    return bytes.toByteArray();
  }

  private static List<Reply> askAll(byte[]... messages) throws Exception {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] message : messages) {
      all.write(message);
    }
    ByteArrayOutputStream answers = new ByteArrayOutputStream();
    Terminal terminal =
        Terminal.withoutProgress(
            new PrintStream(answers, false, StandardCharsets.UTF_8),
            new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8));
    new WorkerCommand(terminal, new ByteArrayInputStream(all.toByteArray()), CommandTree::serve)
        .call();
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(answers.toByteArray()));
    List<Reply> replies = new ArrayList<>();
    while (in.available() > 0) {
      replies.add(reply(in));
    }
    return replies;
  }

  private static Reply reply(DataInputStream in) throws IOException {
    Map<String, String> fields = new LinkedHashMap<>();
    Map<String, byte[]> parts = new LinkedHashMap<>();
    try (JsonParser json = new JsonFactory().createParser(in.readNBytes((int) in.readLong()))) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        if (json.nextToken() != JsonToken.START_ARRAY) {
          fields.put(json.currentName(), json.getText());
          continue;
        }
        while (json.nextToken() != JsonToken.END_ARRAY) {
          parts.put(json.getText(), new byte[0]);
        }
      }
    }
    for (String name : parts.keySet()) {
      parts.put(name, in.readNBytes((int) in.readLong()));
    }
    return new Reply(Integer.parseInt(fields.get("status")), fields.get("notes"), parts);
  }

  private static String quoted(Collection<String> texts) {
    return texts.stream().map(text -> '"' + text + '"').collect(Collectors.joining(", "));
  }

  private static Map<String, byte[]> arrays(Path task) throws IOException {
    Map<String, byte[]> arrays = new LinkedHashMap<>();
    try (ZipFile zip = new ZipFile(task.toFile())) {
      for (var entry : zip.stream().toList()) {
        String name = entry.getName().replace(".npy", "");
        arrays.put(name, zip.getInputStream(entry).readAllBytes());
      }
    }
    return arrays;
  }
}
