package org.transcal.serve;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Answers HTTP requests within limits on time, size and number. */
final class WebServer {
  /** Requests answered at a time; more get status 503. */
  static final int MOST_REQUESTS = 128;

  /** Each may have a thread, so that half-sent requests keep no other waiting. */
  private static final int MOST_CONNECTIONS = 1000;

  /** Number of large requests in memory at a time. */
  private static final int LARGE_REQUESTS = 4;

  private static final Duration LONGEST_STOP = Duration.ofSeconds(10);

  /** Seconds in which a small request must arrive; large ones get one more second per 4 MB. */
  private static final int REQUEST_SECONDS = 16;

  private final HttpServer server;
  private final ExecutorService threads;
  private final Access access;
  private final Routes routes;
  private final Load load;
  private final int mostBytes;
  private final Consumer<Throwable> unexpected;

  /**
   * Access and limits.
   *
   * @param address where to listen; port 0 picks a free one
   * @param token what clients must send; required unless the address is loopback
   * @param mostBytes largest body of a request
   * @param mostRequests requests answered at a time
   */
  record Settings(
      InetSocketAddress address, Optional<Token> token, int mostBytes, int mostRequests) {}

  private WebServer(
      HttpServer server, Settings settings, Routes routes, Consumer<Throwable> unexpected) {
    this.server = server;
    this.access = new Access(settings.address(), settings.token());
    this.routes = routes;
    this.mostBytes = settings.mostBytes();
    this.load = new Load(settings.mostRequests(), (long) LARGE_REQUESTS * mostBytes);
    this.unexpected = unexpected;
    this.threads =
        new ThreadPoolExecutor(
            0,
            MOST_CONNECTIONS + 1,
            60,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            WebServer::thread);
  }

  static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "transcal-serve");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Starts listening.
   *
   * @param unexpected receives internal errors
   */
  static WebServer start(Settings settings, Routes routes, Consumer<Throwable> unexpected)
      throws IOException {
    limit(settings.mostBytes());
    WebServer server =
        new WebServer(HttpServer.create(settings.address(), 0), settings, routes, unexpected);
    server.server.setExecutor(server.threads);
    server.server.createContext("/", server::handle);
    server.server.start();
    return server;
  }

  /** Sets limits of the JDK's server, which reads them once; limits set by the user are kept. */
  private static void limit(int mostBytes) {
    Map<String, String> limits =
        Map.of(
            "sun.net.httpserver.maxReqTime", Integer.toString(REQUEST_SECONDS + (mostBytes >> 22)),
            "sun.net.httpserver.maxRspTime", "120", // Seconds for the client to read the answer.
            // Read after an answer: a client that is still sending would miss it.
            "sun.net.httpserver.drainAmount", Integer.toString(mostBytes),
            "sun.net.httpserver.maxReqHeaders", "100",
            "sun.net.httpserver.maxReqHeaderSize", "32768",
            "jdk.httpserver.maxConnections", Integer.toString(MOST_CONNECTIONS),
            "sun.net.httpserver.nodelay", "true"); // Otherwise answers may wait for 40 ms.
    limits.forEach((name, value) -> System.getProperties().putIfAbsent(name, value));
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** Waits up to ten seconds for requests under way; returns whether all have ended. */
  boolean stop() throws InterruptedException {
    try {
      return load.drain(LONGEST_STOP);
    } finally {
      server.stop(0);
      threads.shutdownNow();
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    Call call = new Call(exchange, mostBytes);
    secure(exchange.getResponseHeaders());
    try {
      access.check(call);
      Routes.Handler handler = routes.of(call);
      Runnable end = load.admit(call.claimedBytes());
      try {
        handler.answer(call);
        exchange.close();
      } finally {
        end.run();
      }
    } catch (HttpFailure failure) {
      refuse(exchange, call, failure);
    } catch (OutOfMemoryError tooLittle) {
      refuse(exchange, call, HttpFailure.busy(1, "not enough memory for this request now"));
    } catch (RuntimeException | Error failure) {
      unexpected.accept(failure);
      refuse(exchange, call, HttpFailure.of(500, "internal error; the server's log has more"));
    }
  }

  private static void secure(Headers headers) {
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cache-Control", "no-store");
  }

  private static void refuse(HttpExchange exchange, Call call, HttpFailure failure)
      throws IOException {
    if (exchange.getResponseCode() != -1) {
      // The connection closes; only the missing end of the answer can tell the client.
      throw new IOException(failure);
    }
    failure.headers().forEach(call::setHeader);
    call.send(failure.status(), Json.MEDIA_TYPE, Json.error(failure.getMessage()));
    try {
      exchange.close();
    } catch (RuntimeException malformed) {
      // The answer has been sent; the connection closes.
      throw new IOException(malformed);
    }
  }
}
