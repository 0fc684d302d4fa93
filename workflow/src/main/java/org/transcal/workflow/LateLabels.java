package org.transcal.workflow;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.transcal.io.csv.LabelsCsv;
import org.transcal.labelling.LabelledRows;
import org.transcal.monitoring.Batch;
import org.transcal.monitoring.Reference;
import org.transcal.prediction.Labels;
import org.transcal.task.TransferTask;

/** Labels of a batch that arrive in a table; they replace those of the batch. */
record LateLabels(Reference reference, Path file) {
  Batch addTo(Batch batch, List<String> warnings) {
    TransferTask task =
        TransferTask.named("batch")
            .sourceValidation(reference.validation(), reference.labels())
            .target(batch.logits())
            .build();
    LabelledRows rows = new LabelsCsv(task, reference.classNames()).read(file);
    if (rows.labelled() == 0) {
      warnings.add(file + ": none of its rows has a label yet");
    }
    if (rows.rows().stream().anyMatch(row -> row.draw().isPresent())) {
      warnings.add(
          file
              + ": transcal label chose its rows, more often where the model may be wrong; the"
              + " realised accuracy is that of these rows, and may be too low for the batch, so"
              + " an alert on it may be false");
    }
    int[] labels =
        batch
            .labels()
            .map(Labels::toArray)
            .orElseGet(
                () -> {
                  int[] unknown = new int[batch.logits().rows()];
                  Arrays.fill(unknown, Labels.UNKNOWN);
                  return unknown;
                });
    rows.rows().forEach(row -> row.label().ifPresent(label -> labels[row.row()] = label));
    return new Batch(
        batch.logits(),
        batch.features(),
        Optional.of(Labels.partial(labels, batch.logits().classes())),
        batch.columns());
  }
}
