package org.transcal.onnx.network;

import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession.RunOptions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Stops a run of a network that takes too long, between two of its nodes. */
final class TimeLimit implements AutoCloseable {
  private final RunOptions options = new RunOptions();
  private final CompletableFuture<Void> finished = new CompletableFuture<>();
  private boolean expired;
  private boolean closed;

  TimeLimit(Duration limit) throws OrtException {
    finished.orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS).exceptionally(timeout -> expire());
  }

  private synchronized Void expire() {
    if (!closed) {
      expired = true;
      try {
        options.setTerminate(true);
      } catch (OrtException e) {
        throw new IllegalStateException("A run cannot be stopped", e);
      }
    }
    return null;
  }

  RunOptions options() {
    return options;
  }

  synchronized boolean isExpired() {
    return expired;
  }

  @Override
  public synchronized void close() {
    closed = true;
    finished.complete(null);
    options.close();
  }
}
