package org.transcal.cli.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.transcal.io.BlockMemory;
import org.transcal.io.RowBlock;

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

  private final Source source;
  private boolean stopped;
  private long failedRow = Long.MAX_VALUE;
  private Optional<Throwable> failure = Optional.empty();

  private BlockWorkers(Source source) {
    this.source = source;
  }

  /**
   * Processes all blocks.
   *
   * @param threads at least 1; the calling thread is one of them
   * @param workers makes one worker per thread
   */
  static void work(int threads, Source source, Supplier<Worker> workers) {
    BlockWorkers all = new BlockWorkers(source);
    List<Thread> others = new ArrayList<>();
    for (int i = 1; i < threads; i++) {
      Thread thread = new Thread(() -> all.workOn(workers), "blocks-" + i);
      thread.setDaemon(true);
      others.add(thread);
    }
    others.forEach(Thread::start);
    all.workOn(workers);
    others.forEach(all::await);
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
      // All earlier blocks are out already; a failure in one of them comes first.
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

  /** Waits for a thread; an interrupt ends the work after the current blocks. */
  private void await(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
        fail(Long.MAX_VALUE, new IllegalStateException("Interrupted", e));
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void rethrow(Throwable failed) {
    if (failed instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) failed;
  }
}
