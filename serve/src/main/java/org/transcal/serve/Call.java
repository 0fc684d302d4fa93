package org.transcal.serve;

import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;

/** One request and its answer. */
final class Call {
  /** Answers up to this size are sent with their length, larger ones in chunks. */
  private static final int LONGEST_BUFFERED = 1 << 16;

  private final HttpExchange exchange;
  private final int mostBytes;

  Call(HttpExchange exchange, int mostBytes) {
    this.exchange = exchange;
    this.mostBytes = mostBytes;
  }

  String method() {
    return exchange.getRequestMethod();
  }

  String path() {
    return exchange.getRequestURI().getPath();
  }

  boolean isHttp10() {
    return exchange.getProtocol().equalsIgnoreCase("HTTP/1.0");
  }

  /** A header, which must not appear twice. */
  Optional<String> header(String name) {
    List<String> values = exchange.getRequestHeaders().getOrDefault(name, List.of());
    if (values.size() > 1) {
      throw HttpFailure.of(400, "the header %s appears %s times", name, values.size());
    }
    return values.stream().findFirst();
  }

  /** A header that is a list, joined if it appears several times. */
  String list(String name) {
    return String.join(",", exchange.getRequestHeaders().getOrDefault(name, List.of()));
  }

  void setHeader(String name, String value) {
    exchange.getResponseHeaders().set(name, value);
  }

  /** Bytes of the body: the declared length, else the largest allowed. */
  long claimedBytes() {
    if (header("Transfer-Encoding").isPresent()) {
      if (header("Content-Length").isPresent()) {
        throw HttpFailure.of(400, "the request has both Content-Length and Transfer-Encoding")
            .with("Connection", "close");
      }
      return mostBytes;
    }
    // The server has already rejected everything but a number.
    long bytes = header("Content-Length").map(text -> Long.parseLong(text.strip())).orElse(0L);
    if (bytes > mostBytes) {
      throw tooLarge();
    }
    return bytes;
  }

  private HttpFailure tooLarge() {
    return HttpFailure.of(
        413,
        "the request has more than %s MB; send fewer rows at a time, or raise --max-request-mb",
        mostBytes >> 20);
  }

  /** The whole body, within the limit. */
  byte[] body() throws IOException {
    byte[] bytes;
    try {
      bytes = exchange.getRequestBody().readNBytes(mostBytes + 1);
    } catch (RuntimeException malformed) {
      // The JDK's server throws various exceptions for malformed chunk sizes.
      throw HttpFailure.of(400, "the body is not in valid chunks").with("Connection", "close");
    }
    if (bytes.length > mostBytes) {
      throw tooLarge();
    }
    return bytes;
  }

  /** Sends a whole answer, without the body for a HEAD request. */
  void send(int status, String type, byte[] bytes) throws IOException {
    setHeader("Content-Type", type);
    if (method().equals("HEAD")) {
      setHeader("Content-Length", Integer.toString(bytes.length));
      exchange.sendResponseHeaders(status, -1);
      return;
    }
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) {
      exchange.getResponseBody().write(bytes);
      exchange.getResponseBody().flush();
    }
  }

  /** A successful answer; closing the stream completes it. */
  OutputStream stream(String type) {
    setHeader("Content-Type", type);
    return new OutputStream() {
      private final ByteArrayOutputStream buffer = new ByteArrayOutputStream(1 << 9);
      private boolean started;

      @Override
      public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        if (!started && buffer.size() + length > LONGEST_BUFFERED) {
          started = true;
          exchange.sendResponseHeaders(200, 0);
          buffer.writeTo(exchange.getResponseBody());
        }
        if (started) {
          exchange.getResponseBody().write(bytes, offset, length);
        } else {
          buffer.write(bytes, offset, length);
        }
      }

      @Override
      public void close() throws IOException {
        if (!started) {
          started = true;
          exchange.sendResponseHeaders(200, buffer.size());
          buffer.writeTo(exchange.getResponseBody());
        }
        exchange.getResponseBody().close();
      }
    };
  }
}
