package org.transcal.bench.quality;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.transcal.comparison.MethodResult;
import org.transcal.comparison.TargetScores;
import org.transcal.experiment.TaskName;
import org.transcal.experiment.Trial;
import org.transcal.experiment.Trials;
import org.transcal.io.csv.CsvText;

/** A {@code results.csv} of {@code transcal experiment}, read back. */
final class ResultsFile {
  private ResultsFile() {}

  static Trials read(Path file) throws IOException {
    List<Trial> trials = new ArrayList<>();
    Set<String> methods = new LinkedHashSet<>();
    Map<String, Integer> runs = new HashMap<>();
    try (CsvReader<NamedCsvRecord> lines = CsvReader.builder().ofNamedCsvRecord(file)) {
      for (NamedCsvRecord line : lines) {
        String task = CsvText.plain(line.getField("task"));
        String method = CsvText.plain(line.getField("method"));
        methods.add(method);
        int repeat = runs.merge(task + "\n" + method, 1, Integer::sum) - 1;
        trials.add(
            new Trial(
                TaskName.of(task),
                method,
                repeat,
                Long.parseLong(line.getField("seed")),
                0,
                outcome(line)));
      }
    }
    return new Trials(trials, List.copyOf(methods));
  }

  private static Trial.Outcome outcome(NamedCsvRecord line) {
    if (!line.getField("error").isEmpty()) {
      return new Trial.Failed(
          MethodResult.Cause.MISSING_INPUT, CsvText.plain(line.getField("error")));
    }
    Optional<TargetScores> scores =
        line.getField("ece").isEmpty()
            ? Optional.empty()
            : Optional.of(
                new TargetScores(
                    number(line, "accuracy").orElseThrow(),
                    number(line, "ece").orElseThrow(),
                    number(line, "nll").orElseThrow(),
                    number(line, "brier").orElseThrow()));
    return new Trial.Fitted(
        number(line, "temperature"), number(line, "lambda"), Double.NaN, scores, Optional.empty());
  }

  private static OptionalDouble number(NamedCsvRecord line, String column) {
    String field = line.getField(column);
    return field.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(field));
  }
}
