package org.transcal.kernel;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/**
 * A loop whose rounds the threads of the caller's pool share, also where it takes but a tenth of a
 * millisecond.
 *
 * <p>To wake a thread, or to be woken by one, costs half as much as such a loop, and searches run
 * dozens one after another. So whoever has helped stays awake for a moment in case of another loop,
 * and whoever waits for the last rounds does not fall asleep at once.
 */
public final class SharedLoop {
  /** How long a hand stays awake, and how long the caller waits before it sleeps. */
  private static final long MOMENT_NANOS = 150_000;

  private final int rounds;
  private final IntConsumer round;
  private final AtomicInteger taken = new AtomicInteger();
  private final AtomicInteger done = new AtomicInteger();
  private Throwable error;
  private int errorRound = Integer.MAX_VALUE;

  private SharedLoop(int rounds, IntConsumer round) {
    this.rounds = rounds;
    this.round = round;
  }

  /**
   * Runs rounds 0 to {@code rounds} − 1 side by side, begun in their order, and returns when all
   * are done. Where some fail, later ones may be left out and what the first of them threw is
   * thrown.
   */
  public static void run(int rounds, IntConsumer round) {
    int hands = Math.min(rounds, threads()) - 1;
    if (hands <= 0) {
      for (int i = 0; i < rounds; i++) {
        round.accept(i);
      }
      return;
    }
    SharedLoop loop = new SharedLoop(rounds, round);
    Hand first = Hand.forked(loop, hands);
    loop.takeRounds();
    first.tryUnfork();
    loop.await();
  }

  private static int threads() {
    return ForkJoinTask.inForkJoinPool()
        ? ForkJoinTask.getPool().getParallelism()
        : ForkJoinPool.getCommonPoolParallelism() + 1;
  }

  private void takeRounds() {
    for (int i = taken.getAndIncrement(); i < rounds; i = taken.getAndIncrement()) {
      try {
        round.accept(i);
      } catch (RuntimeException | Error thrown) {
        fail(i, thrown);
      } finally {
        done.getAndIncrement();
      }
    }
  }

  private synchronized void fail(int failed, Throwable thrown) {
    if (failed < errorRound) {
      errorRound = failed;
      error = thrown;
    }
    // Rounds are taken in order: all before this one run anyway, so the first to fail is known.
    int left = rounds - taken.getAndSet(rounds);
    done.getAndAdd(Math.max(0, left));
  }

  private void await() {
    long sleepFrom = System.nanoTime() + MOMENT_NANOS;
    while (done.get() < rounds) {
      if (System.nanoTime() - sleepFrom < 0) {
        Thread.yield();
      } else {
        LockSupport.parkNanos(MOMENT_NANOS);
      }
    }
    rethrow();
  }

  private synchronized void rethrow() {
    if (error instanceof Error thrown) {
      throw thrown;
    }
    if (error != null) {
      throw (RuntimeException) error;
    }
  }

  /** What another thread does for a loop: it calls more hands, takes rounds and stays awake. */
  private static final class Hand extends RecursiveAction {
    private static final long serialVersionUID = 1;

    private static final ThreadLocal<Boolean> AWAKE = ThreadLocal.withInitial(() -> false);

    private final transient SharedLoop loop;
    private final int hands;

    private Hand(SharedLoop loop, int hands) {
      this.loop = loop;
      this.hands = hands;
    }

    /** A hand that stands for so many, itself among them. */
    static Hand forked(SharedLoop loop, int hands) {
      Hand hand = new Hand(loop, hands);
      hand.fork();
      return hand;
    }

    @Override
    protected void compute() {
      int others = hands - 1;
      while (others > 0 && loop.taken.get() < loop.rounds) {
        int called = (others + 1) / 2;
        forked(loop, called);
        others -= called;
      }
      loop.takeRounds();
      if (!AWAKE.get()) {
        AWAKE.set(true);
        try {
          stayAwake();
        } finally {
          AWAKE.set(false);
        }
      }
    }

    /** Helps with further loops until there has been none for a moment, or other work waits. */
    private static void stayAwake() {
      long until = System.nanoTime() + MOMENT_NANOS;
      while (System.nanoTime() - until < 0) {
        ForkJoinTask<?> task = pollTask();
        if (task instanceof Hand hand) {
          hand.quietlyInvoke();
          until = System.nanoTime() + MOMENT_NANOS;
        } else if (task != null) {
          task.fork();
          return;
        } else {
          Thread.yield();
        }
      }
    }
  }
}
