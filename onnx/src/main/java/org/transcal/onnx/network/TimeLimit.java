package org.transcal.onnx.network;

import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.RunOptions;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Stops a run of a network that takes too long, between two of its nodes. */
final class TimeLimit implements AutoCloseable {
  private final RunOptions options = new RunOptions();
  private final ScheduledFuture<?> alarm;
  private boolean expired;
  private boolean closed;

  TimeLimit(ScheduledExecutorService clock, Duration limit) throws OrtException {
    alarm = clock.schedule(this::expire, limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  private synchronized Void expire() throws OrtException {
    if (!closed) {
      expired = true;
      options.setTerminate(true);
    }
    return null;
  }

  /** Options for the run. */
  RunOptions options() {
    return options;
  }

  /** Whether the run was stopped. */
  synchronized boolean isExpired() {
    return expired;
  }

  @Override
  public synchronized void close() {
    closed = true;
    alarm.cancel(false);
    options.close();
  }
}
