package org.transcal.monitoring.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.transcal.monitoring.history.example.ExampleBatches.segment;
import static org.transcal.monitoring.history.example.ExampleBatches.whole;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.transcal.io.file.InputException;
import org.transcal.io.file.OutputException;
import org.transcal.io.file.OutputLock;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.BatchTime;

class PlainHistoryTest {
  private static final int ALL = Integer.MAX_VALUE;

  private static final List<String> FORMS = List.of("2026-11-14", "2026-11-14T00:00");

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("deep/history.jsonl");
  }

  private History history() {
    return Histories.open(file());
  }

  private void write(BatchResult... batches) {
    history().write(List.of(batches), Optional.empty());
  }

  private List<String> times() {
    return history().read(ALL).stream()
        .map(n -> n.at() + n.segment().map(s -> " " + s.value()).orElse(""))
        .toList();
  }

  @Test
  void givenNoFile_thenThereAreNoBatches() {
    assertThat(history().read(ALL)).isEmpty();
  }

  @Test
  void givenWrittenNights_thenTheyReadBackInOrderOfTime() {
    BatchResult first = whole("2026-11-13");
    BatchResult second = whole("2026-11-14");

    write(second, segment("2026-11-14", "b"), segment("2026-11-14", "-1, \"a\"\n"));
    write(first);

    assertThat(history().read(ALL))
        .containsExactly(
            first, second, segment("2026-11-14", "-1, \"a\"\n"), segment("2026-11-14", "b"));
  }

  @Test
  void givenANightThatIsWrittenAgain_thenItIsReplacedWithItsSegmentsAndParts() {
    write(whole("2026-11-13"), segment("2026-11-13", "a"));
    write(whole("2026-11-14/1"), whole("2026-11-14/2"), whole("2026-11-14/3"));

    write(whole("2026-11-13"));
    write(whole("2026-11-14T00:00"), segment("2026-11-14T00:00", "b"));

    assertThat(times()).containsExactly("2026-11-13", "2026-11-14T00:00", "2026-11-14T00:00 b");
  }

  @Test
  void givenAnOldestTime_thenEarlierBatchesAreDropped() {
    write(whole("reference/1"), whole("2026-11-12"), whole("2026-11-13"));

    history()
        .write(
            List.of(whole("2026-11-14"), whole("2026-11-11")),
            Optional.of(BatchTime.parse("2026-11-13")));

    assertThat(times()).containsExactly("reference/1", "2026-11-13", "2026-11-14");
  }

  @Test
  void givenManyNights_thenOnlyTheLatestAreReadInDetail() {
    write(whole("1"), whole("2"), segment("2", "a"), whole("3"));

    List<BatchResult> batches = history().read(2);

    assertThat(batches).hasSize(4);
    assertThat(batches.get(0).classes()).isEmpty();
    assertThat(batches.get(0).alerts().get(0).text()).isEmpty();
    assertThat(batches.get(1)).isEqualTo(whole("2"));
    assertThat(batches.get(3)).isEqualTo(whole("3"));
  }

  @Test
  void givenEqualTimesInDifferentForms_thenEachRowKeepsItsOwn() throws IOException {
    write(whole("2026-11-14"), segment("2026-11-14", "a"));
    String text =
        Files.readString(file())
            .replaceFirst(
                "\"at\":\"2026-11-14\",\"more\":0", "\"at\":\"2026-11-14T00:00\",\"more\":0");
    Files.writeString(file(), text);

    assertThat(history().read(0)).extracting(n -> n.at().toString()).isEqualTo(FORMS);
    assertThat(history().read(ALL)).extracting(n -> n.at().toString()).isEqualTo(FORMS);
  }

  @Test
  void givenMoreBatches_thenTheFileIsAddedTo() throws IOException {
    write(whole("2"), segment("2", "=a, \"b\"\n"));
    String before = Files.readString(file());

    write(whole("1"));

    assertThat(before)
        .startsWith("{\"schema\":\"transcal.history/1\",\"at\":\"2\",\"more\":1,\"rows\":2000,")
        .contains("\"accuracy\":0.62,\"accuracy_low\":0.6,", "\"detail\":{\"classes\":[");
    assertThat(Files.readString(file())).startsWith(before);
    assertThat(times()).containsExactly("1", "2", "2 =a, \"b\"\n");
  }

  @Test
  void givenAWriteThatWasKilled_thenNothingOfItIsReadAndTheNextWriteRemovesIt() throws IOException {
    write(whole("1"));
    String first = Files.readString(file());
    write(whole("2"), segment("2", "a"), segment("2", "b"));
    String all = Files.readString(file());

    for (int length = first.length(); length < all.length(); length += 97) {
      Files.writeString(file(), all.substring(0, length));
      assertThat(times()).containsExactly("1");
      write(whole("3"));
      assertThat(times()).containsExactly("1", "3");
      assertThat(Files.readString(file())).startsWith(first).doesNotContain("\"at\":\"2\"");
    }
  }

  @Test
  void givenTheLastOfSeveralBatches_whenItIsReplaced_thenTheOthersAreStillRead()
      throws IOException {
    write(whole("1"), whole("2"));

    history().write(List.of(whole("2")), Optional.of(BatchTime.parse("9")));

    assertThat(times()).isEmpty();
    write(whole("1"), whole("2"));
    history().write(List.of(whole("2")), Optional.of(BatchTime.parse("2")));
    assertThat(times()).containsExactly("2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "0.62|\"fast\"|, line 1: field accuracy is \"fast\"; it must be a number",
        ":2000|:2.5|, line 1: field rows is \"2.5\"; it must be a whole number",
        ":2000|:-1|, line 1: field rows is \"-1\"; it must be a whole number",
        "\"at\":\"1\"|\"at\":\"yesterday\"|, line 1: Time is 'yesterday'",
        "\"at\":\"1\"|\"at\":1|, line 1: field at is \"1\"; it must be a text",
        "0.6,|0.9,|, line 1: Interval from 0.9 to 0.65",
        "history/1|history/2|, line 1: was written by a newer version of transcal",
        "transcal.history/1|transcal.monitor/1|, line 1: has the schema \"transcal.monitor/1\"",
        "{\"schema|[\"schema|, line 1: is not a JSON object",
        "}}|}|, line 1: is not valid JSON",
        "\"features\":[|\"features\":3,\"x\":[|, line 1: column detail",
      })
  void givenADamagedFile_thenItIsRefusedAndKept(String part, String damage, String message)
      throws IOException {
    write(segment("1", "a"));
    write(whole("1"));
    String damaged = Files.readString(file()).replace(part, damage);
    Files.writeString(file(), damaged);

    assertThatThrownBy(() -> history().read(ALL))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file().toString())
        .hasMessageContaining(message);
    assertThat(file()).content().isEqualTo(damaged);
  }

  @Test
  void givenALineWithoutEnd_thenItIsRefusedBeforeItFillsTheMemory() throws IOException {
    Files.createDirectories(file().getParent());
    Files.write(file(), new byte[(1 << 24) + 1]);

    assertThatThrownBy(() -> history().read(ALL))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("line 1 is longer than 16 MiB");
  }

  @Test
  void givenALockThatIsNeverReleased_thenWritingFailsAfterItsLimitAndReadingDoesNot() {
    write(whole("1"));
    OutputLock lock = OutputLock.waitFor(file(), Duration.ZERO);

    try {
      assertThat(times()).containsExactly("1");
      assertThatThrownBy(
              () ->
                  new PlainHistory(file(), Duration.ofMillis(50))
                      .write(List.of(whole("2")), Optional.empty()))
          .isInstanceOf(OutputException.class)
          .hasMessageStartingWith(file() + ": another transcal run has been writing to it for");
    } finally {
      lock.close();
    }
    write(whole("2"));
    assertThat(times()).containsExactly("1", "2");
  }

  /** Writes batches, one after another, and says which have been written. */
  static final class Writing {
    private Writing() {}

    public static void main(String[] args) {
      History history = Histories.open(Path.of(args[0]));
      for (int batch = 0; batch < Integer.parseInt(args[2]); batch++) {
        history.write(
            List.of(whole(Integer.toString(1000 * Integer.parseInt(args[1]) + batch))),
            Optional.empty());
        System.out.println(1000 * Integer.parseInt(args[1]) + batch);
      }
    }
  }

  private Process writing(int number, int batches, Redirect output) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Writing.class.getName(),
            file().toString(),
            Integer.toString(number),
            Integer.toString(batches))
        .redirectOutput(output)
        .redirectError(Redirect.INHERIT)
        .start();
  }

  @Test
  void givenTwoProcessesAtOnce_thenNoBatchIsLostOrDoubled() throws Exception {
    List<Process> writers =
        List.of(writing(1, 15, Redirect.DISCARD), writing(2, 15, Redirect.DISCARD));
    for (Process writer : writers) {
      assertThat(writer.waitFor()).isZero();
    }

    assertThat(times())
        .hasSize(30)
        .isEqualTo(
            Stream.of(1000, 2000)
                .flatMap(base -> Stream.iterate(base, i -> i + 1).limit(15))
                .map(String::valueOf)
                .toList());
  }

  @Test
  void givenAKilledWriter_thenTheHistoryIsValidAndNoReportedBatchIsLost() throws Exception {
    List<String> reported = new ArrayList<>();
    for (int kill = 1; kill <= 3; kill++) {
      Path output = folder.resolve("output" + kill);
      Process writer = writing(kill, 1000, Redirect.to(output.toFile()));
      while (Files.readString(output).lines().count() < 2 * kill) {
        Thread.sleep(1);
      }
      writer.destroyForcibly().waitFor();
      // The last line may be cut off.
      String lines = Files.readString(output);
      reported.addAll(lines.substring(0, lines.lastIndexOf('\n')).lines().toList());
    }
    write(whole("9999"));

    assertThat(times()).doesNotHaveDuplicates().containsAll(reported).contains("9999");
    try (Stream<Path> files = Files.list(file().getParent())) {
      assertThat(files.map(f -> f.getFileName().toString()).collect(Collectors.toSet()))
          .containsExactlyInAnyOrder("history.jsonl", ".history.jsonl.lock");
    }
  }
}
