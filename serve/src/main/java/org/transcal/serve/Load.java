package org.transcal.serve;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Limits the number of concurrent requests and the total size of their bodies. */
final class Load {
  private static final int UNIT = 1024;
  private static final int RETRY_SECONDS = 1;

  private final int mostRequests;
  private final Semaphore requests;
  private final Semaphore units;
  private volatile boolean closing;

  Load(int mostRequests, long mostBytes) {
    this.mostRequests = mostRequests;
    this.requests = new Semaphore(mostRequests);
    this.units = new Semaphore(units(mostBytes));
  }

  /** Admits a request of a given size; run the returned action when it has ended. */
  Runnable admit(long bytes) {
    if (closing || !requests.tryAcquire()) {
      throw closing
          ? HttpFailure.busy(RETRY_SECONDS, "the server is stopping").with("Connection", "close")
          : HttpFailure.busy(
              RETRY_SECONDS, mostRequests + " requests are being answered; try again");
    }
    int needed = units(bytes);
    if (!units.tryAcquire(needed)) {
      requests.release();
      throw HttpFailure.busy(RETRY_SECONDS, "other large requests are being answered; try again");
    }
    return () -> {
      units.release(needed);
      requests.release();
    };
  }

  private static int units(long bytes) {
    return Math.toIntExact((bytes + UNIT - 1) / UNIT);
  }

  /** Stops admitting requests and waits for those under way; returns whether all ended in time. */
  boolean drain(Duration most) throws InterruptedException {
    closing = true;
    boolean ended = requests.tryAcquire(mostRequests, most.toMillis(), TimeUnit.MILLISECONDS);
    requests.release(ended ? mostRequests : 0);
    return ended;
  }
}
