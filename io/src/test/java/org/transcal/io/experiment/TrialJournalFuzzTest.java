package org.transcal.io.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;
import org.transcal.calibration.MethodSettings;
import org.transcal.calibration.Methods;
import org.transcal.comparison.MethodComparison;
import org.transcal.comparison.MethodResult;
import org.transcal.example.KnownShift;
import org.transcal.experiment.TaskName;
import org.transcal.experiment.TaskPortrait;
import org.transcal.experiment.Trial;
import org.transcal.io.example.HostileInputs;
import org.transcal.io.example.HostileReader;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;

/** Hostile journals: each line gets the checksum that fits it, so that its fields are read. */
class TrialJournalFuzzTest extends HostileReader {
  /** Every input is a file that is written, locked and read. */
  private static final int COUNT = 1_500;

  private static final List<byte[]> WORDS =
      HostileInputs.words(
          "\t",
          "\n",
          "\\",
          "\\t",
          " ",
          "=",
          "trial",
          "portrait",
          "k",
          "fitted",
          "failed",
          "{",
          "}",
          "[",
          "]",
          ":",
          ",",
          "\"",
          "null",
          "NaN",
          "Infinity",
          "-1",
          "1e999",
          "9999999999",
          "0x1p3",
          "\r",
          "\0",
          "\377",
          "\"NaN\"",
          "\"NONE\":1",
          "NOT_CALIBRATABLE",
          "1,2,3",
          "a__b__c");

  TrialJournalFuzzTest() {
    super(new HostileInputs("journal.tsv", TrialJournalFuzzTest::read), seeds(), WORDS, COUNT);
  }

  private static List<byte[]> seeds() {
    KnownShift example = KnownShift.sample(60, 50, 55, 3);
    MethodSettings settings = MethodSettings.defaults().withTargetLabels(example.targetLabels());
    MethodComparison comparison =
        MethodComparison.run(
            example.task(), List.of(Methods.named("temperature", settings)), settings, r -> {});
    Trial fitted = Trial.of(comparison.task(), settings, comparison.results().get(0), 0);
    Trial failed =
        new Trial(
            TaskName.of("a__b__c"),
            "transcal",
            3,
            -7,
            0.25,
            new Trial.Failed(MethodResult.Cause.NOT_CALIBRATABLE, "tab\t and line\n"));
    Trial bare =
        new Trial(
            TaskName.of("a"),
            "vanilla",
            0,
            1,
            0,
            new Trial.Fitted(
                OptionalDouble.of(1),
                OptionalDouble.empty(),
                Double.NaN,
                Optional.empty(),
                Optional.empty()));
    return List.of(
        line(journal -> journal.add("k", fitted)),
        line(journal -> journal.add("k", failed)),
        line(journal -> journal.add("k", bare)),
        line(journal -> journal.add("k", TaskPortrait.of(comparison))));
  }

  private static byte[] line(Consumer<TrialJournal> adding) {
    try {
      Path file = Files.createTempDirectory("journal").resolve("journal.tsv");
      try (TrialJournal journal = TrialJournal.open(file)) {
        adding.accept(journal);
        return (Files.readAllLines(file).get(1) + "\n").getBytes(StandardCharsets.UTF_8);
      } finally {
        remove(file.getParent());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void read(ByteSource source) throws IOException {
    String lines =
        new String(source.stream(0, source.size()).readAllBytes(), StandardCharsets.UTF_8);
    Path file = Files.createTempDirectory("journal").resolve("journal.tsv");
    try {
      String repaired =
          lines.lines().map(TrialJournalFuzzTest::repaired).collect(Collectors.joining("\n"));
      Files.writeString(file, "transcal.journal/2\n" + repaired + "\n");
      try (TrialJournal journal = TrialJournal.open(file)) {
        if (journal.trial("k").isEmpty() && journal.portrait("k").isEmpty()) {
          throw InputException.in(file, "no line can be used");
        }
      }
    } finally {
      remove(file.getParent());
    }
  }

  private static String repaired(String line) {
    String content = line.substring(0, Math.max(0, line.lastIndexOf('\t')));
    CRC32C sum = new CRC32C();
    sum.update(content.getBytes(StandardCharsets.UTF_8));
    return content + "\t" + Long.toHexString(sum.getValue());
  }

  private static void remove(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      files.forEach(
          file -> {
            try {
              Files.delete(file);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
    Files.delete(folder);
  }
}
