package org.transcal.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.io.ArrayFiles;
import org.transcal.io.ArrayLocation;
import org.transcal.io.array.BlockSize;
import org.transcal.io.array.Precision;
import org.transcal.io.array.RowBlocks;
import org.transcal.io.npy.NpyWriter;
import org.transcal.matrix.Matrix;

@Timeout(600)
class BlockWorkersTest {
  private static final int ROWS = 100;

  @TempDir private Path folder;
  private RowBlocks blocks;

  /** Blocks of one row each. */
  @BeforeEach
  void open() {
    Path file = folder.resolve("x.npy");
    NpyWriter.write(file, Matrix.wrap(new float[2 * ROWS], ROWS, 2), Precision.FLOAT32);
    blocks = ArrayFiles.rows(ArrayLocation.of(file), BlockSize.ofRows(1));
  }

  @AfterEach
  void close() {
    blocks.close();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 200})
  void givenThreads_thenOneWorkerEachAndEveryBlockOnce(int threads) {
    Set<Long> done = ConcurrentHashMap.newKeySet();
    AtomicInteger times = new AtomicInteger();
    AtomicInteger workers = new AtomicInteger();

    BlockWorkers.work(
        threads,
        blocks::take,
        () -> {
          workers.incrementAndGet();
          return block -> {
            done.add(block.firstRow());
            times.incrementAndGet();
          };
        });

    assertThat(done).hasSize(ROWS);
    assertThat(times).hasValue(ROWS);
    assertThat(workers).hasValue(threads);
  }

  /** Row 3 fails after row 4 and is still the one reported. */
  @Test
  void givenLaterRowFailsEarlier_thenFirstRowIsReportedAndNoMoreBlocksAreTaken() {
    CountDownLatch laterFailed = new CountDownLatch(1);
    AtomicInteger taken = new AtomicInteger();

    assertThatThrownBy(
            () ->
                BlockWorkers.work(
                    2,
                    memory -> {
                      taken.incrementAndGet();
                      return blocks.take(memory);
                    },
                    () ->
                        block -> {
                          if (block.firstRow() == 3) {
                            awaitQuietly(laterFailed);
                            throw new IllegalArgumentException("row 3");
                          }
                          if (block.firstRow() == 4) {
                            laterFailed.countDown();
                            throw new IllegalArgumentException("row 4");
                          }
                        }))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("row 3");
    assertThat(taken.get()).isLessThanOrEqualTo(6);
  }

  @Test
  void givenFailingSource_thenFailureInAnEarlierBlockIsReported() {
    CountDownLatch sourceFailed = new CountDownLatch(1);
    AtomicInteger taken = new AtomicInteger();

    assertThatThrownBy(
            () ->
                BlockWorkers.work(
                    2,
                    memory -> {
                      if (taken.incrementAndGet() == 5) {
                        sourceFailed.countDown();
                        throw new IllegalStateException("cannot be read");
                      }
                      return blocks.take(memory);
                    },
                    () ->
                        block -> {
                          if (block.firstRow() == 3) {
                            awaitQuietly(sourceFailed);
                            throw new IllegalArgumentException("row 3");
                          }
                        }))
        .hasMessage("row 3");
    assertThat(taken).hasValue(5);
  }

  @Test
  void givenOnlyTheSourceFails_thenItsFailureIsReported() {
    assertThatThrownBy(
            () ->
                BlockWorkers.work(
                    3,
                    memory -> {
                      throw new IllegalStateException("cannot be read");
                    },
                    () -> block -> {}))
        .hasMessage("cannot be read");
  }

  @Test
  void givenErrorInAnotherThread_thenThrownToTheCaller() {
    Thread caller = Thread.currentThread();
    CountDownLatch failed = new CountDownLatch(1);

    assertThatThrownBy(
            () ->
                BlockWorkers.work(
                    2,
                    blocks::take,
                    () ->
                        block -> {
                          if (Thread.currentThread() == caller) {
                            awaitQuietly(failed);
                          } else {
                            failed.countDown();
                            throw new OutOfMemoryError("as if");
                          }
                        }))
        .isInstanceOf(OutOfMemoryError.class);
  }
}
