package org.transcal.workflow;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.transcal.io.array.BlockMemory;
import org.transcal.io.array.RowBlock;

/**
 * Threads that each take a block, process and write it, and take the next.
 *
 * <p>The failure reported is the one that a single thread would have met first: blocks are handed
 * out in row order, none after a failure, and those already handed out are finished.
 */
final class BlockWorkers {
  /** Hands out blocks in row order; called by one thread at a time. */
  interface Source {
    Optional<RowBlock> take(BlockMemory memory);
  }

  /** What a thread does with a block. */
  interface Worker {
    void work(RowBlock block);
  }

  /** A thread per worker, since workers block on files. */
  private static final Executor DAEMON =
      work -> {
        Thread thread = new Thread(work, "blocks");
        thread.setDaemon(true);
        thread.start();
      };

  private final Source source;
  private boolean stopped;
  private long failedRow = Long.MAX_VALUE;
  private Optional<Throwable> failure = Optional.empty();

  private BlockWorkers(Source source) {
    this.source = source;
  }

  /** Processes all blocks, with one worker per thread; the calling thread is one of them. */
  static void work(int threads, Source source, Supplier<Worker> workers) {
    BlockWorkers all = new BlockWorkers(source);
    List<CompletableFuture<Void>> others =
        IntStream.range(1, threads)
            .mapToObj(i -> CompletableFuture.runAsync(() -> all.workOn(workers), DAEMON))
            .toList();
    all.workOn(workers);
    others.forEach(CompletableFuture::join);
    all.failure.ifPresent(BlockWorkers::rethrow);
  }

  private void workOn(Supplier<Worker> workers) {
    long row = Long.MAX_VALUE;
    try {
      Worker worker = workers.get();
      BlockMemory memory = new BlockMemory();
      for (Optional<RowBlock> block = take(memory); block.isPresent(); block = take(memory)) {
        row = block.get().firstRow();
        worker.work(block.get());
      }
    } catch (RuntimeException | Error failed) {
      fail(row, failed);
    }
  }

  private synchronized Optional<RowBlock> take(BlockMemory memory) {
    if (stopped) {
      return Optional.empty();
    }
    try {
      return source.take(memory);
    } catch (RuntimeException | Error failed) {
      // All earlier blocks have been handed out; a failure in one of them takes precedence.
      fail(Long.MAX_VALUE, failed);
      return Optional.empty();
    }
  }

  private synchronized void fail(long row, Throwable failed) {
    stopped = true;
    if (failure.isEmpty() || row < failedRow) {
      failedRow = row;
      failure = Optional.of(failed);
    }
  }

  private static void rethrow(Throwable failed) {
    if (failed instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) failed;
  }
}
