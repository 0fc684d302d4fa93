package org.transcal.onnx.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.io.json.ModelJson;
import org.transcal.io.json.Provenance;
import org.transcal.model.TemperatureModel;
import org.transcal.onnx.example.Pictures;

/**
 * Both commands in processes of their own, with an empty home folder and a command line of 10 kB:
 * nothing is left behind, looked up, or read that identifies the machine.
 */
class NoTelemetryTest {
  private static final String STRACE = "/usr/bin/strace";
  private static final int COMMAND_LINE_BYTES = 10_240;
  private static final int PATIENCE_SECONDS = 300;

  @TempDir private Path folder;
  private Path home;
  private Path output;

  @BeforeEach
  void makeHome() throws IOException {
    home = Files.createDirectory(folder.resolve("home"));
    output = folder.resolve("output.txt");
  }

  @Test
  void givenALongCommandLine_thenNoFileAppearsInTheHomeFolder() throws Exception {
    requireDone(List.of(), extract());
    requireDone(List.of(), export());

    assertThat(filesAtHome()).isEmpty();
  }

  @Test
  void givenWatchedSystemCalls_thenNoNetworkAndNoMachineIdentity() throws Exception {
    Path calls = folder.resolve("calls.txt");
    List<String> strace =
        List.of(
            STRACE,
            "-f",
            "--seccomp-bpf",
            "-qq",
            "--trace=open,openat,openat2,socket,connect,sendto,sendmsg",
            "-o",
            calls.toString());
    Assumptions.assumeTrue(
        Files.isExecutable(Path.of(STRACE)) && run(strace, List.of("true")) == 0,
        "system calls cannot be watched here (apt-get install strace)");

    requireDone(strace, extract());
    requireNoTrace(calls);
    requireDone(strace, export());
    requireNoTrace(calls);
    assertThat(filesAtHome()).isEmpty();
  }

  private static void requireNoTrace(Path calls) throws IOException {
    List<String> lines = Files.readAllLines(calls);
    assertThat(lines).as("the trace sees the runtime").anyMatch(l -> l.contains("libonnxruntime"));
    // Java itself makes a socket, and closes it, to see whether there is a network at all.
    assertThat(lines)
        .noneMatch(line -> line.contains("AF_INET") && !line.contains("socket("))
        .noneMatch(line -> line.contains("send"))
        .noneMatch(line -> line.contains("/etc/machine-id"))
        .noneMatch(line -> line.contains("/etc/resolv.conf"))
        .noneMatch(line -> line.matches(".*/proc/(self|[0-9]+)/cmdline.*"));
  }

  private List<String> extract() {
    Path network = Pictures.network("n").write(folder.resolve("net.onnx"));
    for (String name : List.of("a/0.png", "b/1.png", "c/2.png")) {
      Pictures.write(Pictures.picture(20, 20, 1), folder.resolve("images").resolve(name));
    }
    return words(
        "extract",
        folder.resolve("images"),
        "--onnx",
        network,
        "--out",
        folder.resolve("data.npz"),
        "--resize",
        20,
        "--crop",
        16);
  }

  private List<String> export() {
    Path network = Pictures.network("n").write(folder.resolve("net.onnx"));
    Path model = folder.resolve("model.json");
    ModelJson.write(model, new TemperatureModel(3, 2), Provenance.unknown());
    return words("export", model, "--onnx", network, "--out", folder.resolve("out.onnx"));
  }

  private List<String> words(Object... command) {
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-Duser.home=" + home,
                "-Dpadding=" + "x".repeat(COMMAND_LINE_BYTES),
                "-cp",
                System.getProperty("java.class.path"),
                "org.transcal.cli.Main"));
    for (Object word : command) {
      words.add(word.toString());
    }
    return words;
  }

  private void requireDone(List<String> prefix, List<String> words) throws Exception {
    assertThat(run(prefix, words)).as(Files.readString(output)).isZero();
  }

  private int run(List<String> prefix, List<String> words) throws Exception {
    List<String> whole = new ArrayList<>(prefix);
    whole.addAll(words);
    ProcessBuilder builder =
        new ProcessBuilder(whole).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put("HOME", home.toString());
    builder.environment().keySet().removeIf(key -> key.startsWith("XDG_"));
    builder.environment().remove("ORT_DISABLE_TELEMETRY");
    Process process = builder.start();
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("not done within " + PATIENCE_SECONDS + " s: " + words);
    }
    return process.exitValue();
  }

  private List<Path> filesAtHome() throws IOException {
    try (Stream<Path> files = Files.walk(home)) {
      return files.filter(file -> !file.equals(home)).toList();
    }
  }
}
