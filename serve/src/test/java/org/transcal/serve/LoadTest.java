package org.transcal.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.transcal.serve.RawClient.Answer;

/** Too much at a time, and the end. */
class LoadTest {
  private final CountDownLatch entered = new CountDownLatch(2);
  private final CountDownLatch released = new CountDownLatch(1);

  /** The path /slow is answered when the test says so. */
  private RunningServer slowServer() throws IOException {
    Routes routes =
        new Routes()
            .get(
                "/slow",
                call -> {
                  entered.countDown();
                  await(released);
                  call.send(200, "text/plain", new byte[100]);
                })
            .get("/", call -> call.send(200, "text/plain", new byte[1]));
    return new RunningServer(RunningServer.loopback(2), routes);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void givenTooManyRequests_then503UntilOthersHaveEnded() throws Exception {
    try (RunningServer server = slowServer();
        RawClient first = new RawClient(server.port());
        RawClient second = new RawClient(server.port())) {
      first.sendRequest("GET /slow", new byte[0]);
      second.sendRequest("GET /slow", new byte[0]);
      await(entered);

      Answer refused = server.ask("GET /");
      released.countDown();

      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.header("retry-after")).isEqualTo("1");
      assertThat(refused.text()).contains("2 requests are being answered");
      assertThat(first.read().status()).isEqualTo(200);
      assertThat(second.read().status()).isEqualTo(200);
    }
  }

  @Test
  void givenStop_thenRequestsUnderWayEndAndOthersAreRefused() throws Exception {
    try (RunningServer server = slowServer();
        RawClient first = new RawClient(server.port());
        RawClient second = new RawClient(server.port());
        RawClient later = new RawClient(server.port())) {
      first.sendRequest("GET /slow", new byte[0]);
      second.sendRequest("GET /slow", new byte[0]);
      await(entered);
      FutureTask<Boolean> stop = new FutureTask<>(server.server::stop);
      Thread stopping = new Thread(stop);
      stopping.start();

      Answer refused;
      do {
        refused = server.ask("GET /");
      } while (!refused.text().contains("stopping"));
      released.countDown();

      assertThat(refused.status()).isEqualTo(503);
      assertThat(first.read().bytes()).hasSize(100);
      assertThat(second.read().bytes()).hasSize(100);
      assertThat(stop.get()).as("all have ended").isTrue();
      assertThat(later.isClosed()).isTrue();
    }
  }

  @Test
  void givenHundredsOfHalfSentRequests_thenOthersAreAnswered() throws Exception {
    List<RawClient> half = new ArrayList<>();
    try (RunningServer server = slowServer()) {
      for (int i = 0; i < 300; i++) {
        RawClient client = new RawClient(server.port());
        half.add(client);
        client.send("GET / HTTP/1.1\r\nHost: localh");
      }

      assertThat(server.ask("GET /").status()).isEqualTo(200);
    } finally {
      for (RawClient client : half) {
        client.close();
      }
    }
  }

  @Test
  void givenRequestThatDoesNotEnd_thenStopDoesNotWaitForever() throws Exception {
    Load load = new Load(3, 1000);
    load.admit(1);

    assertThat(load.drain(Duration.ofMillis(1))).isFalse();
  }

  @Test
  void givenLargeRequests_thenTheirBytesAreLimitedTogether() {
    Load load = new Load(10, 64 << 20);
    Runnable end = load.admit(40 << 20);

    assertThatThrownBy(() -> load.admit(40 << 20))
        .isInstanceOf(HttpFailure.class)
        .hasMessageContaining("large requests");
    load.admit(20 << 20).run();
    end.run();
    load.admit(40 << 20).run();
  }
}
