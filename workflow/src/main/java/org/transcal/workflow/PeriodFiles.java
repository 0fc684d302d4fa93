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
import org.transcal.monitoring.NightTime;
import org.transcal.monitoring.Reference.PeriodNight;

/** The files of a reference period, one night each unless they have a column of times. */
public record PeriodFiles(List<Path> batches, Reader reader) {
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

  /** Reads the nights; they have dates if every file is named by a date. */
  public List<PeriodNight> read(BatchFile.Wanted wanted, Consumer<List<String>> warn) {
    boolean isDated = batches.stream().allMatch(file -> date(file).isPresent());
    List<PeriodNight> nights = new ArrayList<>();
    Set<NightTime> times = new TreeSet<>();
    for (Path file : batches) {
      BatchFile batch = reader.read(file, wanted);
      warn.accept(batch.warnings());
      NightTime single =
          isDated ? date(file).orElseThrow() : NightTime.reference(nights.size() + 1);
      List<NightBatch> found =
          wanted.time().isPresent()
              ? NightBatch.byTime(batch, Double.POSITIVE_INFINITY)
              : List.of(new NightBatch(single, batch.batch()));
      for (NightBatch night : found) {
        if (!times.add(night.at().asReference())) {
          throw InputException.in(
              file,
              "has a night at %s, which another file of --period has too; give each night once",
              night.at().toString().replaceFirst("^reference/", ""));
        }
        nights.add(new PeriodNight(night.at().asReference(), night.batch()));
      }
    }
    return nights;
  }

  /** The date that a file is named by, if it is one. */
  private static Optional<NightTime> date(Path file) {
    String name =
        String.valueOf(file.getFileName()).replaceFirst("(?i)\\.(npz|parquet|csv|tsv|jsonl)$", "");
    try {
      return Optional.of(NightTime.parse(LocalDate.parse(name).toString()).asReference());
    } catch (DateTimeException notADate) {
      return Optional.empty();
    }
  }
}
