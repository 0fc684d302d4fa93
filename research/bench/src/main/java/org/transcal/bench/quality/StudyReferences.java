package org.transcal.bench.quality;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.transcal.calibration.Methods;
import org.transcal.monitoring.Batch;
import org.transcal.monitoring.Reference;
import org.transcal.monitoring.example.MonitoredDays;

/** References of generated batches, each learned once. */
final class StudyReferences {
  private static final int SEGMENTS = 20;

  private final Map<List<Object>, Reference> learned = new HashMap<>();

  /** Which segments batches have. */
  enum Columns {
    /** No segments. */
    NONE,
    /** Cameras and regions of the example. */
    OWN,
    /** Twenty segments of equal size. */
    TWENTY;

    Batch of(Batch batch) {
      if (this == OWN) {
        return batch;
      }
      List<String> shelves =
          IntStream.range(0, batch.logits().rows()).mapToObj(i -> "s" + i % SEGMENTS).toList();
      return new Batch(
          batch.logits(),
          batch.features(),
          batch.labels(),
          this == NONE ? Map.of() : Map.of("shelf", shelves));
    }
  }

  /** Learned from a period of quiet batches. */
  Reference period(int seed, Columns columns) {
    return learned.computeIfAbsent(
        List.of(seed, columns),
        key ->
            learn(
                seed,
                MonitoredDays.seeded(seed).period().stream()
                    .map(n -> new Reference.PeriodBatch(n.at(), columns.of(n.batch())))
                    .toList()));
  }

  /** Resampled from source rows. */
  Reference source(int seed) {
    return learned.computeIfAbsent(List.of(seed), key -> learn(seed, List.of()));
  }

  private static Reference learn(int seed, List<Reference.PeriodBatch> period) {
    MonitoredDays days = MonitoredDays.seeded(seed);
    return Reference.learn(
        days.task(),
        Methods.recommended().fit(days.task()).model(),
        period,
        MonitoredDays.classNames(),
        MonitoredDays.featureNames(),
        0);
  }
}
