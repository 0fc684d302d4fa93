package org.transcal.workflow;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.transcal.io.BatchFile;
import org.transcal.io.TaskFiles;
import org.transcal.io.file.InputException;
import org.transcal.monitoring.Batch;
import org.transcal.monitoring.BatchTime;
import org.transcal.monitoring.Reference.PeriodBatch;

/** The files of a reference period, one batch each unless they have a column of times. */
public record PeriodFiles(List<Path> files, Reader reader) {
  /** Reads a batch. */
  @FunctionalInterface
  public interface Reader {
    /** Reads what is wanted of a file. */
    BatchFile read(Path file, BatchFile.Wanted wanted);
  }

  /** Batches, and all batches of folders in the order of their names. */
  public static PeriodFiles inFolders(List<Path> paths, Reader reader) {
    return new PeriodFiles(paths.stream().flatMap(path -> in(path).stream()).toList(), reader);
  }

  private static List<Path> in(Path path) {
    if (!Files.isDirectory(path) || TaskFiles.isTask(path)) {
      return List.of(path);
    }
    List<Path> files = TaskFiles.list(path);
    if (files.isEmpty()) {
      throw InputException.in(path, "this folder has no batch, such as 2026-11-01.npz");
    }
    return files;
  }

  /** Reads the batches; they have dates if every file is named by a date. */
  public List<PeriodBatch> read(BatchFile.Wanted wanted, Consumer<List<String>> warn) {
    boolean isDated = files.stream().allMatch(file -> date(file).isPresent());
    List<PeriodBatch> batches = new ArrayList<>();
    Set<BatchTime> times = new TreeSet<>();
    for (Path file : files) {
      BatchFile read = reader.read(file, wanted);
      warn.accept(read.warnings());
      Batch rows = TimedBatch.rows(file, read);
      BatchTime single =
          isDated ? date(file).orElseThrow() : BatchTime.reference(batches.size() + 1);
      List<TimedBatch> found =
          wanted.time().isPresent()
              ? TimedBatch.byTime(read, rows, Double.POSITIVE_INFINITY)
              : List.of(new TimedBatch(single, rows));
      for (TimedBatch batch : found) {
        if (!times.add(batch.at().asReference())) {
          throw InputException.in(
              file,
              "has a batch at %s, which another file of --period has too; give each batch once",
              batch.at().toString().replaceFirst("^reference/", ""));
        }
        batches.add(new PeriodBatch(batch.at().asReference(), batch.batch()));
      }
    }
    return batches;
  }

  /** The date that a file is named by, if it is one. */
  private static Optional<BatchTime> date(Path file) {
    String name =
        String.valueOf(file.getFileName()).replaceFirst("(?i)\\.(npz|parquet|csv|tsv|jsonl)$", "");
    try {
      return Optional.of(BatchTime.parse(LocalDate.parse(name).toString()).asReference());
    } catch (DateTimeException notADate) {
      return Optional.empty();
    }
  }
}
