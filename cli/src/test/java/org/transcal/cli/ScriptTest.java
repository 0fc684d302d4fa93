package org.transcal.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.cli.testing.CommandRun;
import org.transcal.cli.testing.OutputFiles;

/** The launcher script, with a fake Maven and a fake Java that record their arguments. */
class ScriptTest {
  private static final List<String> TOOLS =
      List.of(
          "dirname",
          "readlink",
          "find",
          "mkdir",
          "rmdir",
          "cp",
          "mv",
          "rm",
          "cat",
          "sleep",
          "ps",
          "sha256sum",
          "locale",
          "stty");

  private static final String ADD_ONS = "resources/org/transcal/cli/add-ons";

  /** Of the file that the fake Maven writes. */
  private static final String LIBRARY_SUM =
      "b5e0dfe3c2b269568c488e74fdc56495a5729538ebc6ef36488c85a7d7a1730e";

  /** What a command asks for when the script starts it again. */
  private static final String WANTED = "TRANSCAL_RESTART";

  @TempDir private Path folder;
  private Path root;
  private Path bin;
  private Path log;

  @BeforeEach
  void makeRoot() throws Exception {
    Path script = Path.of(System.getProperty("transcal.root", "..")).resolve("transcal");
    assumeTrue(Files.isExecutable(script), script + " is not a script here");
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "there is no shell here");
    root = Files.createDirectory(folder.resolve("a root"));
    bin = Files.createDirectory(folder.resolve("bin"));
    log = folder.resolve("maven.log");
    Files.copy(script, root.resolve("transcal"), java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
    Files.writeString(root.resolve("pom.xml"), "<project/>");
    for (String module : List.of("core", "io", "report", "cli")) {
      Files.createDirectories(root.resolve(module).resolve("src/main/java"));
      Files.writeString(root.resolve(module).resolve("pom.xml"), "<project/>");
      Files.writeString(root.resolve(module).resolve("src/main/java/A.java"), "class A {}");
    }
    for (String file : List.of("launch/start", "launch/build", "launch/java-options", ADD_ONS)) {
      Path copy = root.resolve("cli/src/main").resolve(file);
      Files.createDirectories(copy.getParent());
      Files.copy(script.resolveSibling("cli/src/main").resolve(file), copy);
    }
    for (String tool : TOOLS) {
      link(tool);
    }
    tool(
        "mvn",
        "echo \"$PWD: $*\" >>'" + log + "'",
        "sleep ${MVN_SECONDS:-0}",
        "for m in cli research/adapt-command onnx-command table-command; do",
        "  [ -d $m ] && mkdir -p $m/target/app.new/lib && echo $m >$m/target/transcal.jar",
        "  [ -d $m ] && echo library >$m/target/app.new/lib/a-library.jar",
        "done",
        "[ -n \"$NATIVE\" ] && echo library >onnx-command/target/app.new/lib/$NATIVE",
        "echo 'a line of the build'",
        "exit ${MVN_STATUS:-0}");
    tool(
        "java",
        "printf '<%s>\\n' \"$@\"",
        "for a; do case $a in *ClassList=*) a=${a#*=}; mkdir -p \"${a%/*}\"; echo A >\"$a\";; esac; done",
        "for a; do case $a in *ArchiveFile=*) [ \"$2\" = -Xshare:dump ] && echo A >\"${a#*=}\";; esac; done",
        "exit ${JAVA_STATUS:-0}");
    release("17.0.1");
  }

  /** The content of Java's release file. */
  private void release(String version) throws IOException {
    Files.writeString(folder.resolve("release"), "A=\"b\"\nJAVA_VERSION=\"" + version + "\"\n");
  }

  private void link(String tool) throws IOException {
    for (String place : List.of("/bin", "/usr/bin")) {
      Path found = Path.of(place, tool);
      if (Files.exists(found)) {
        tool(tool, "exec " + found + " \"$@\"");
      }
    }
  }

  private void tool(String name, String... lines) throws IOException {
    Path file = bin.resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Process start(Path script, Map<String, String> environment, String... args)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", bin.toString());
    builder.environment().putAll(environment);
    return builder.start();
  }

  private CommandRun run(Map<String, String> environment, String... args) throws Exception {
    return result(start(root.resolve("transcal"), environment, args));
  }

  private static CommandRun result(Process process) throws Exception {
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    return new CommandRun(process.waitFor(), out, err);
  }

  private String app(String module) throws IOException {
    return root.toRealPath() + "/" + module + "/target/app";
  }

  private List<String> builds() {
    return Files.exists(log) ? OutputFiles.text(log).lines().toList() : List.of();
  }

  @Test
  void givenClassArchive_thenUsedByTheSameJavaEvenIfThePathHasSpaces() throws Exception {
    String archive = "<-XX:SharedArchiveFile=" + app("cli") + "/classes-17.0.1.jsa>";

    CommandRun first = run(Map.of(), "methods");
    release("25");
    CommandRun other = run(Map.of(), "methods");

    assertThat(first.out()).contains(archive).endsWith("<methods>\n");
    assertThat(other.out()).doesNotContain("SharedArchiveFile").endsWith("<methods>\n");
    assertThat(OutputFiles.text(root.resolve("cli/target/build.log"))).contains("<-Xshare:dump>");
  }

  @Test
  void givenFirstUse_thenBuildsOnceWithAMessage() throws Exception {
    CommandRun first = run(Map.of(), "methods");
    CommandRun second = run(Map.of(), "methods");

    assertThat(first.status()).isZero();
    assertThat(first.onlyErrLine()).contains("building for the first time");
    assertThat(first.out()).doesNotContain("build");
    assertThat(second.err()).isEmpty();
    assertThat(second.out()).isEqualTo(first.out());
    assertThat(builds()).hasSize(1);
    assertThat(builds().get(0)).startsWith(root.toRealPath() + ": ").contains("-pl cli", "-am");
  }

  @Test
  void givenArguments_thenPassedUnchanged() throws Exception {
    CommandRun run = run(Map.of(), "fit", "two  words", "it's", "", "*", "$HOME", "a\\nb");

    assertThat(run.out()).endsWith("<fit>\n<two  words>\n<it's>\n<>\n<*>\n<$HOME>\n<a\\nb>\n");
    assertThat(run.out())
        .contains("<-cp>\n<" + app("cli") + "/lib/a-library.jar:" + app("cli"))
        .contains("<org.transcal.cli.Main>\n<fit>");
  }

  @Test
  void givenNonAsciiArguments_thenPassedUnchangedInAUtf8Locale() throws Exception {
    assumeTrue(OutputFiles.canName("日本"), "file names are ASCII only here");
    tool("java", "echo \"$LC_ALL\"", "printf '<%s>\\n' \"$@\"");

    CommandRun plain = run(Map.of("LC_ALL", "C", "JAVA_HOME", "/nowhere"), "日本");

    assertThat(plain.out()).startsWith("C.UTF-8\n").endsWith("<日本>\n");
  }

  /** find once took such a file name for an option and emptied the folder. */
  @ParameterizedTest
  @ValueSource(strings = {"-delete", "-exec", "--help.npz", "-", "-n"})
  void givenFileNamedLikeAnOption_thenNotReadAsAnOption(String name) throws Exception {
    Files.createDirectories(folder.resolve("linked/below"));
    Path kept = Files.writeString(folder.resolve("linked/below/notes.txt"), "mine");
    Files.writeString(folder.resolve(name), "mine");
    tool("find", "printf '%s\\n' \"$@\" >>'" + log + "'", "exec /usr/bin/find \"$@\"");

    CommandRun run = run(Map.of(), "fit", "--", name, "linked");

    assertThat(run.status()).isZero();
    assertThat(run.out()).endsWith("<fit>\n<-->\n<" + name + ">\n<linked>\n");
    assertThat(kept).hasContent("mine");
    assertThat(folder.resolve(name)).hasContent("mine");
    assertThat(OutputFiles.text(log).lines()).doesNotContain(name, "linked");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4})
  void givenExitStatus_thenReturned(int status) throws Exception {
    assertThat(run(Map.of("JAVA_STATUS", "" + status)).status()).isEqualTo(status);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"pom.xml", "core/pom.xml", "io/src/main/java/A.java", "cli/src/main/java/B.java"})
  void givenChangedSource_thenBuildsAgain(String changed) throws Exception {
    run(Map.of());
    Path source = root.resolve(changed);
    Files.writeString(source, "changed");
    Files.setLastModifiedTime(source, FileTime.from(Instant.parse("2100-01-01T00:00:00Z")));

    CommandRun again = run(Map.of());

    assertThat(builds()).hasSize(2);
    assertThat(again.err()).contains("sources changed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"research/adapt", "research/adapt-command", "cli"})
  void givenChangedSourceOfAddOnOrItsLibrary_thenBuildsAgain(String module) throws Exception {
    makeAddOn();
    run(Map.of(WANTED, "adapt"), "adapt", "x.npz");
    Path source =
        Files.writeString(root.resolve(module).resolve("src/main/java/B.java"), "changed");
    Files.setLastModifiedTime(source, FileTime.from(Instant.parse("2100-01-01T00:00:00Z")));

    CommandRun again = run(Map.of(WANTED, "adapt"), "adapt", "x.npz");

    assertThat(builds().get(builds().size() - 1)).contains("-pl research/adapt-command -am");
    assertThat(again.err()).contains("sources changed");
  }

  @Test
  void givenFailedBuild_thenStatus1AndNextUseRetries() throws Exception {
    CommandRun failed = run(Map.of("MVN_STATUS", "1"), "methods");

    assertThat(failed.status()).isEqualTo(1);
    assertThat(failed.out()).isEmpty();
    assertThat(failed.err()).contains("a line of the build", "the build failed");
    assertThat(run(Map.of(), "methods").status()).isZero();
    assertThat(builds()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"flock", "nothing more"})
  void givenTwoShellsAtOnce_thenOneBuild(String tool) throws Exception {
    link(tool);
    Map<String, String> slow = Map.of("MVN_SECONDS", "1");

    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      processes.add(start(root.resolve("transcal"), slow, "methods"));
    }
    for (Process process : processes) {
      assertThat(result(process).status()).isZero();
    }

    assertThat(builds()).hasSize(1);
  }

  /** A build that was killed left a lock for which every later run waited. */
  @ParameterizedTest
  @ValueSource(strings = {"flock", "nothing more"})
  @Timeout(120)
  void givenKilledBuild_thenTheNextUseBuilds(String tool) throws Exception {
    link(tool);
    Process killed = start(root.resolve("transcal"), Map.of("MVN_SECONDS", "600"), "methods");
    while (builds().isEmpty()) {
      Thread.sleep(20);
    }
    List<ProcessHandle> all = new ArrayList<>(killed.descendants().toList());
    all.add(0, killed.toHandle());
    all.forEach(ProcessHandle::destroyForcibly);
    killed.waitFor();

    CommandRun next = run(Map.of(), "methods");

    assertThat(next.status()).isZero();
    assertThat(next.err()).contains("building for the first time");
    assertThat(builds()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({
    "onnxruntime-1.jar, true",
    "onnxruntime-2.jar, false", // another version
    "pytorch-native-cpu-1-linux.jar, false", // not listed
    "duckdb_jdbc-1.jar, false", // other bytes
    "a-java-library.jar, true"
  })
  void givenNativeLibrary_thenItsSumMustBeListed(String jar, boolean accepted) throws Exception {
    makeAddOn("onnx");
    Path sums = root.resolve("cli/src/main/launch/native-jars");
    String other = "0".repeat(64);
    Files.writeString(
        sums, "# sums\n" + other + "  duckdb_jdbc-1.jar\n" + LIBRARY_SUM + "  onnxruntime-1.jar\n");

    CommandRun run = run(Map.of("NATIVE", jar, WANTED, "extract"), "extract", "x");

    assertThat(run.status()).isEqualTo(accepted ? 0 : 1);
    assertThat(Files.exists(root.resolve("onnx-command/target/app"))).isEqualTo(accepted);
    if (!accepted) {
      assertThat(run.err()).contains(jar + " has the SHA-256 " + LIBRARY_SUM, "not in " + sums);
    }
  }

  @Test
  void givenVersionsOfThePom_thenTheirNativeLibrariesAreListed() {
    Path launcher = Path.of(System.getProperty("transcal.root", ".."));
    String pom = OutputFiles.text(launcher.resolve("pom.xml"));
    String pytorch = version(pom, "pytorch");
    List<String> jars = new ArrayList<>();
    jars.add("duckdb_jdbc-" + version(pom, "duckdb") + ".jar");
    jars.add("onnxruntime-" + version(pom, "onnxruntime") + ".jar");
    jars.add("pytorch-jni-" + pytorch + "-" + version(pom, "djl") + ".jar");
    for (String platform : List.of("linux-x86_64", "linux-aarch64", "osx-aarch64", "win-x86_64")) {
      jars.add("pytorch-native-cpu-" + pytorch + "-" + platform + ".jar");
    }

    assertThat(OutputFiles.text(launcher.resolve("cli/src/main/launch/native-jars")).lines())
        .map(line -> line.replaceFirst("^[0-9a-f]{64}  ", ""))
        .containsAll(jars);
  }

  private static String version(String pom, String library) {
    Matcher found = Pattern.compile("<" + library + ".version>(.*?)<").matcher(pom);
    assertThat(found.find()).isTrue();
    return found.group(1);
  }

  @Test
  void givenColonInThePathOfTheFolder_thenRefusedBeforeAnythingIsBuilt() throws Exception {
    root = Files.move(root, folder.resolve("a:root"));

    CommandRun run = run(Map.of(), "methods");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.onlyErrLine()).contains("a folder with a colon in its path", "a:root");
    assertThat(builds()).isEmpty();
  }

  @Test
  void givenSymbolicLinks_thenTheRootIsFound() throws Exception {
    Path near = Files.createSymbolicLink(folder.resolve("near"), Path.of("a root/transcal"));
    Path far = Files.createDirectory(folder.resolve("far")).resolve("link");
    Files.createSymbolicLink(far, near);

    CommandRun run = result(start(far, Map.of(), "methods"));

    assertThat(run.status()).isZero();
    assertThat(run.out()).contains(app("cli") + "/lib/transcal.jar");
  }

  @Test
  void givenNoJava_thenMessage() throws Exception {
    Files.delete(bin.resolve("java"));

    CommandRun run = run(Map.of(), "methods");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.onlyErrLine()).contains("Java is missing", "17");
  }

  @Test
  void givenNoMaven_thenMessage() throws Exception {
    Files.delete(bin.resolve("mvn"));

    CommandRun run = run(Map.of(), "methods");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.onlyErrLine()).contains("Maven (mvn) is missing");
  }

  @ParameterizedTest
  @CsvSource({"1.8.0_392, 1", "11.0.2, 1", "16, 1", "17, 0", "17.0.15, 0", "21.0.1, 0", "25, 0"})
  void givenJavaVersion_then17AndLaterWork(String version, int status) throws Exception {
    release(version);

    CommandRun run = run(Map.of(), "methods");

    assertThat(run.status()).isEqualTo(status);
    if (status == 1) {
      assertThat(run.onlyErrLine()).contains("too old", "17 or newer");
    }
  }

  @Test
  void givenJavaHome_thenItsJavaIsUsed() throws Exception {
    Path home = folder.resolve("jdk");
    Files.createDirectories(home.resolve("bin"));
    Files.copy(
        bin.resolve("java"),
        home.resolve("bin/java"),
        java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");

    CommandRun run = run(Map.of("JAVA_HOME", home.toString()), "methods");

    assertThat(run.onlyErrLine()).contains("Java 11.0.2 is too old", home.toString());
  }

  @Test
  void givenJavaOptions_thenSplitIntoWords() throws Exception {
    CommandRun run = run(Map.of("TRANSCAL_JAVA_OPTIONS", "-Xmx9g -Da=b"), "methods");

    assertThat(run.out()).contains("<-Xmx9g>\n<-Da=b>\n");
  }

  @Test
  void givenLongWork_thenBothCompilers() throws Exception {
    assertThat(run(Map.of(), "experiment", "--tasks", "x").out()).doesNotContain("TieredStop");
    assertThat(run(Map.of(WANTED, "long-work"), "fit", "x").out()).doesNotContain("TieredStop");
    assertThat(run(Map.of(), "fit", "x").out()).contains("<-XX:TieredStopAtLevel=1>");
    assertThat(run(Map.of(), "methods").out()).contains("<-XX:TieredStopAtLevel=1>");
  }

  private void makeAddOn() throws IOException {
    makeAddOn("research/adapt");
  }

  private void makeAddOn(String library) throws IOException {
    for (String module : List.of(library, library + "-command")) {
      Files.createDirectories(root.resolve(module).resolve("src/main/java"));
      Files.writeString(root.resolve(module).resolve("pom.xml"), "<project/>");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "adapt, research/adapt, 120 MB",
    "extract, onnx, 43 MB",
    "export, onnx, 43 MB",
    "tables, table, DuckDB"
  })
  void givenWantedAddOn_thenBuiltOnFirstUseAndThenUsedByEveryCommand(
      String wanted, String library, String download) throws Exception {
    makeAddOn(library);
    run(Map.of(), "methods");

    CommandRun first = run(Map.of(WANTED, wanted), "a command", "x.npz");
    CommandRun second = run(Map.of(), "a command", "x.npz");

    assertThat(first.onlyErrLine())
        .contains("add-on " + Path.of(library + "-command").getFileName(), "fetching it once")
        .contains(download);
    assertThat(second.err()).isEmpty();
    assertThat(builds()).hasSize(2);
    assertThat(builds().get(1)).contains("-pl " + library + "-command -am");
    assertThat(first.out())
        .contains(
            app("cli") + "/lib/transcal.jar:" + app(library + "-command") + "/lib/transcal.jar>")
        .doesNotContain("transcal.launcher")
        .endsWith("<a command>\n<x.npz>\n");
    assertThat(second.out().replaceFirst("<-Dtranscal.launcher=.*>\n", "")).isEqualTo(first.out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"adapt x.npz", "fit x.parquet --logits l", "adapt predict x"})
  void givenArguments_thenTheScriptBuildsNoAddOnForThem(String words) throws Exception {
    makeAddOn();
    makeAddOn("table");

    CommandRun run = run(Map.of(), words.split(" "));

    assertThat(builds()).hasSize(1);
    assertThat(builds().get(0)).contains("-pl cli -am");
    assertThat(run.out()).contains("-Dtranscal.launcher=").contains("<-cp>\n<" + app("cli"));
  }

  @ParameterizedTest
  @CsvSource({"adapt, adapt-command", "extract, onnx-command", "tables, table-command"})
  void givenMissingAddOnFolder_thenUsageStatusAndMessage(String wanted, String module)
      throws Exception {
    CommandRun run = run(Map.of(WANTED, wanted), "x");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("add-on for " + wanted, "folder " + module);
    assertThat(builds()).hasSize(1);
  }

  @Test
  void givenNoTerminal_thenNoColumns() throws Exception {
    assertThat(run(Map.of(), "methods").out()).contains("<-Dtranscal.columns=0>");
  }
}
