package org.transcal.monitoring.history;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.transcal.io.example.HostileInputs;
import org.transcal.io.example.HostileReader;
import org.transcal.monitoring.BatchResult;
import org.transcal.monitoring.history.example.ExampleBatches;

/** Hostile CSV histories. */
class BatchCsvFuzzTest extends HostileReader {
  private static final HostileInputs INPUTS =
      new HostileInputs(
          "history.csv", source -> new BatchCsv(Path.of("history.csv")).read(source, 1));

  BatchCsvFuzzTest() {
    super(
        INPUTS,
        List.of(
            seed(ExampleBatches.segment("reference/3", "-1")),
            seed(ExampleBatches.segment("2026-11-14T06:00/2", "a, \"b\""))),
        HostileInputs.words(
            ",",
            "\"",
            "\n",
            "\r\n",
            "'",
            "=",
            "1e999",
            "-1",
            "nan",
            "inf",
            "2026-13-01",
            "{",
            "}",
            "[",
            "null",
            "reference/",
            "/2",
            "accuracy",
            "schema",
            "\357\273\277"),
        20_000);
  }

  private static byte[] seed(BatchResult batch) {
    return (BatchCsv.HEADER + BatchCsv.line(batch)).getBytes(StandardCharsets.UTF_8);
  }
}
