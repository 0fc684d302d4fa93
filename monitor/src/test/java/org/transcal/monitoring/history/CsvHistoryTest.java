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

class CsvHistoryTest {
  private static final int ALL = Integer.MAX_VALUE;

  private static final List<String> FORMS = List.of("2026-11-14", "2026-11-14T00:00");

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("deep/history.csv");
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
    String text = Files.readString(file()).replace("2026-11-14,camera", "2026-11-14T00:00,camera");
    Files.writeString(file(), text);

    assertThat(history().read(0)).extracting(n -> n.at().toString()).isEqualTo(FORMS);
    assertThat(history().read(ALL)).extracting(n -> n.at().toString()).isEqualTo(FORMS);
  }

  @Test
  void givenAQuotedNumber_thenCopyingItKeepsTheLineWhole() throws IOException {
    write(whole("2026-11-14"));
    String text = Files.readString(file()).replace(",2000,", ",\"2,000\",");
    Files.writeString(file(), text);

    write(whole("2026-11-15"));

    assertThat(file()).content().startsWith(text);
  }

  @Test
  void givenTheSameNights_thenTheBytesAreTheSameInAnyOrderOfWriting() throws IOException {
    write(whole("1"), segment("1", "=a"));
    write(whole("2"));
    byte[] inOrder = Files.readAllBytes(file());

    Files.delete(file());
    write(whole("2"));
    write(whole("1"), segment("1", "=a"));
    write(whole("2"));

    assertThat(Files.readAllBytes(file())).isEqualTo(inOrder);
    assertThat(new String(inOrder))
        .startsWith("at,segment_column,segment,rows,")
        .contains("schema\n1,");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0.62|fast|line 2, column accuracy is \"fast\"; it must be a number",
        "2000|2.5|line 2, column rows is \"2.5\"; it must be a whole number",
        "1,,,|yesterday,,,|line 2, column at is \"yesterday\"; it must be a time",
        "0.6,0.65|0.65,0.6|line 2: Interval from 0.65 to 0.6",
        ",2000|,2000,2000|line 2 has 34 cells where the header has 33",
        "accuracy_low|low|is not a history of transcal: its first line is \"at,",
        "}\",1|}\",0|line 2, column schema is \"0\"; it must be 1",
        "}\",1|}\",2|line 2 was written by a newer version of transcal (schema 2",
        "}\",1|}|is not a CSV file",
      })
  void givenADamagedFile_thenItIsRefusedAndKept(String part, String damage, String message)
      throws IOException {
    write(whole("1"));
    String damaged = Files.readString(file()).replace(part, damage);
    Files.writeString(file(), damaged);

    assertThatThrownBy(() -> history().read(ALL))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file().toString())
        .hasMessageContaining(message);
    assertThat(file()).hasContent(damaged);
  }

  @Test
  void givenAFileOfANewerVersion_thenItIsNotWrittenTo() throws IOException {
    Files.createDirectories(file().getParent());
    Files.writeString(file(), "at,more,schema\n1,2,3\n");

    assertThatThrownBy(() -> write(whole("1")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("newer version of transcal (schema 3; this version knows 1)");
    assertThat(file()).hasContent("at,more,schema\n1,2,3\n");
  }

  @Test
  void givenAnEmptyFile_thenItIsRefused() throws IOException {
    Files.createDirectories(file().getParent());
    Files.createFile(file());

    assertThatThrownBy(() -> history().read(ALL))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("is not a history of transcal");
  }

  @Test
  void givenALockThatIsNeverReleased_thenWritingFailsAfterItsLimitAndReadingDoesNot() {
    write(whole("1"));
    OutputLock lock = OutputLock.waitFor(file(), Duration.ZERO);

    try {
      assertThat(times()).containsExactly("1");
      assertThatThrownBy(
              () ->
                  new CsvHistory(file(), Duration.ofMillis(50))
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
          .containsExactlyInAnyOrder("history.csv", ".history.csv.lock");
    }
  }

  @Test
  void givenAnotherExtension_thenTheMessageNamesTheKnownOnes() {
    assertThatThrownBy(() -> Histories.open(Path.of("h.parquet")))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("h.parquet: a history in a .parquet file needs an add-on")
        .hasMessageContaining("./transcal");
    assertThatThrownBy(() -> Histories.open(Path.of("history")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("must be one of .csv, .duckdb, .parquet");
  }
}
