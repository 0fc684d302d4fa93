package org.transcal.onnx.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  private static final int COMMAND_LINE_BYTES = 10_240;

  @TempDir private Path folder;
  private Path home;

  @BeforeEach
  void makeHome() throws IOException {
    home = Files.createDirectory(folder.resolve("home"));
  }

  @Test
  void givenALongCommandLine_thenNoFileAppearsInTheHomeFolder() throws IOException {
    requireDone(List.of(), extract());
    requireDone(List.of(), export());

    assertThat(filesAtHome()).isEmpty();
  }

  @Test
  void givenWatchedSystemCalls_thenNoNetworkAndNoMachineIdentity() throws IOException {
    Path calls = folder.resolve("calls.txt");
    String watched = "--trace=open,openat,openat2,socket,connect,sendto,sendmsg,sendmmsg";
    List<String> strace =
        List.of("strace", "-f", "--seccomp-bpf", "-qq", watched, "-o", calls.toString());
    Assumptions.assumeTrue(
        run(strace, List.of("true")).status() == 0,
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
    // Java itself makes a socket, and closes it, to see which kinds of addresses there are.
    assertThat(lines)
        .noneMatch(line -> line.contains("AF_INET") && !line.contains("socket("))
        .noneMatch(line -> line.contains("send"))
        .noneMatch(line -> line.contains("/etc/machine-id"))
        .noneMatch(line -> line.contains("/etc/resolv.conf"))
        .noneMatch(line -> line.matches(".*/proc/(self|[0-9]+)/cmdline.*"));
  }

  private List<String> extract() {
    Path network = Pictures.network("n").write(folder.resolve("net.onnx"));
    Path images = folder.resolve("images");
    for (String name : List.of("a/0.png", "b/1.png", "c/2.png")) {
      Pictures.write(Pictures.picture(20, 20, 1), images.resolve(name));
    }
    Path out = folder.resolve("data.npz");
    return line("extract", images, "--onnx", network, "--out", out, "--resize", 20, "--crop", 16);
  }

  private List<String> export() {
    Path network = Pictures.network("n").write(folder.resolve("net.onnx"));
    Path model = folder.resolve("model.json");
    ModelJson.write(model, new TemperatureModel(3, 2), Provenance.unknown());
    return line("export", model, "--onnx", network, "--out", folder.resolve("out.onnx"));
  }

  private List<String> line(Object... words) {
    List<String> options =
        List.of("-Duser.home=" + home, "-Dpadding=" + "x".repeat(COMMAND_LINE_BYTES));
    return ChildRun.transcal(options, words);
  }

  private void requireDone(List<String> prefix, List<String> line) {
    ChildRun run = run(prefix, line);
    assertThat(run.status()).as(run.output()).isZero();
  }

  private ChildRun run(List<String> prefix, List<String> line) {
    List<String> whole = new ArrayList<>(prefix);
    whole.addAll(line);
    return ChildRun.of(
        whole, Map.of("HOME", home.toString(), "XDG_CACHE_HOME", "", "ORT_DISABLE_TELEMETRY", ""));
  }

  private List<Path> filesAtHome() throws IOException {
    try (Stream<Path> files = Files.walk(home)) {
      return files.filter(file -> !file.equals(home)).toList();
    }
  }
}
