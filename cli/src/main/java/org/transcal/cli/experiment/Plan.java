package org.transcal.cli.experiment;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.transcal.cli.option.PoorSource;
import org.transcal.experiment.Experiment;
import org.transcal.io.file.Digest;

/**
 * What is run on every task.
 *
 * @param experiment methods, repeats and settings
 * @param seed the seed of the first run of existing tasks
 * @param poorSource whether models no better than chance on their source are accepted
 */
record Plan(Experiment experiment, long seed, PoorSource poorSource) {
  /** Number of progress steps per task. */
  long stepsPerTask() {
    return (long) experiment.methods().size() * experiment.repeats();
  }

  /** The settings that results depend on, besides method, task and repeat. */
  String settings() {
    return "bins "
        + experiment.settings().bins()
        + ", balance "
        + experiment.settings().balance().name().toLowerCase(Locale.ROOT);
  }

  /** A digest of everything that a result or file depends on. */
  static String key(Object... parts) {
    byte[] bytes =
        Arrays.stream(parts)
            .map(Object::toString)
            .collect(Collectors.joining("\n"))
            .getBytes(StandardCharsets.UTF_8);
    Digest digest = new Digest();
    digest.update(bytes, 0, bytes.length);
    return digest.hex();
  }
}
