package org.transcal.io.history;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.transcal.io.example.ExampleNights;
import org.transcal.io.example.HostileInputs;
import org.transcal.io.example.HostileReader;
import org.transcal.monitoring.Night;

/** Hostile CSV histories. */
class NightCsvFuzzTest extends HostileReader {
  private static final HostileInputs INPUTS =
      new HostileInputs(
          "history.csv", source -> new NightCsv(Path.of("history.csv")).read(source, 1));

  NightCsvFuzzTest() {
    super(
        INPUTS,
        List.of(
            seed(ExampleNights.segment("reference/3", "-1")),
            seed(ExampleNights.segment("2026-11-14T06:00/2", "a, \"b\""))),
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

  private static byte[] seed(Night night) {
    return (NightCsv.HEADER + NightCsv.line(night)).getBytes(StandardCharsets.UTF_8);
  }
}
