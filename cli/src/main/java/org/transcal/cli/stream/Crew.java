package org.transcal.cli.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.transcal.io.BlockMemory;
import org.transcal.io.RowBlock;

/**
 * Threads of our own that take blocks and finish each alone: one reads while another writes.
 *
 * <p>What fails is what would have failed first with one thread. Blocks are handed out in the order
 * of their rows and none after a failure, but those handed out before are finished: so the failure
 * at the lowest row is always met.
 */
final class Crew {
  /** Hands out blocks in the order of their rows; called by one thread at a time. */
  interface Source {
    Optional<RowBlock> take(BlockMemory memory);
  }

  /** What one thread does with each block it took. */
  interface Worker {
    void work(RowBlock block);
  }

  private final Source source;
  private boolean stopped;
  private long failedRow = Long.MAX_VALUE;
  private Optional<Throwable> failure = Optional.empty();

  private Crew(Source source) {
    this.source = source;
  }

  /**
   * Works until no block is left.
   *
   * @param threads at least 1; the calling thread is one of them
   * @param workers makes one worker a thread
   */
  static void work(int threads, Source source, Supplier<Worker> workers) {
    Crew crew = new Crew(source);
    List<Thread> others = new ArrayList<>();
    for (int i = 1; i < threads; i++) {
      Thread thread = new Thread(() -> crew.workOn(workers), "blocks-" + i);
      thread.setDaemon(true);
      others.add(thread);
    }
    others.forEach(Thread::start);
    crew.workOn(workers);
    others.forEach(crew::await);
    crew.failure.ifPresent(Crew::rethrow);
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
      // Every block before was handed out already, so whatever fails in those counts more.
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

  /** Waits for a thread; an interrupt ends the work after the blocks under way. */
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
