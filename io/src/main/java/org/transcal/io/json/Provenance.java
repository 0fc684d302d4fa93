package org.transcal.io.json;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import org.transcal.calibration.FittedCalibration;
import org.transcal.io.file.Digest;
import org.transcal.task.TransferTask;

/**
 * How a model came about.
 *
 * @param method the method that fitted it
 * @param seed the seed the method was given
 * @param version the version of the program
 * @param inputs name of each input array and the SHA-256 of its data, sorted by name
 */
public record Provenance(String method, long seed, String version, Map<String, String> inputs) {
  /** Copies and sorts the inputs. */
  public Provenance {
    inputs = Collections.unmodifiableMap(new TreeMap<>(inputs));
  }

  /** The provenance of a model fitted by this version; its seed and inputs are not recorded. */
  public static Provenance of(String method) {
    return new Provenance(method, 0, currentVersion(), Map.of());
  }

  /** The provenance of a fit, with its seed and digests of the rows it was given. */
  static Provenance of(FittedCalibration fit) {
    TransferTask task = fit.task();
    Map<String, String> inputs = new TreeMap<>();
    inputs.put("source_val_logits", Digest.of(task.sourceValidation().logits().values()));
    inputs.put("source_val_labels", Digest.of(task.sourceValidation().labels().toArray()));
    inputs.put("target_logits", Digest.of(task.target().logits().values()));
    task.features()
        .ifPresent(
            features -> {
              inputs.put("source_train_features", Digest.of(features.sourceTrain()));
              inputs.put("source_val_features", Digest.of(features.sourceValidation()));
              inputs.put("target_features", Digest.of(features.target()));
            });
    task.mixup().ifPresent(m -> inputs.put("mixup_logits", Digest.of(m.logits().values())));
    return new Provenance(fit.method(), fit.seed(), currentVersion(), inputs);
  }

  /** The version of this library, such as {@code 1.2.0}. */
  public static String currentVersion() {
    try (InputStream in = Provenance.class.getResourceAsStream("version.properties")) {
      Properties properties = new Properties();
      properties.load(Objects.requireNonNull(in, "version.properties is missing"));
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The provenance of a model that does not state it, such as one written by hand. */
  public static Provenance unknown() {
    return new Provenance("unknown", 0, "unknown", Map.of());
  }
}
