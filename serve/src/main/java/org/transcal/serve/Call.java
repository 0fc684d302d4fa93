package org.transcal.serve;

import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
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

  /** The body; reading beyond the limit fails. Closing it does nothing. */
  InputStream body() {
    InputStream body = exchange.getRequestBody();
    return new InputStream() {
      private long left = mostBytes;

      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] target, int offset, int length) throws IOException {
        int count = readChunks(body, target, offset, length);
        left -= Math.max(0, count);
        if (left < 0) {
          throw tooLarge();
        }
        return count;
      }
    };
  }

  /** The JDK's server throws various exceptions for malformed chunk sizes. */
  private static int readChunks(InputStream body, byte[] target, int offset, int length)
      throws IOException {
    try {
      return body.read(target, offset, length);
    } catch (RuntimeException malformed) {
      throw HttpFailure.of(400, "the body is not in valid chunks").with("Connection", "close");
    }
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

  /** Discards the rest of the body: a client that is still sending would miss the answer. */
  void discardBody() throws IOException {
    byte[] buffer = new byte[1 << 13];
    InputStream body = exchange.getRequestBody();
    for (long left = mostBytes; left > 0; ) {
      int count = readChunks(body, buffer, 0, buffer.length);
      if (count < 0) {
        return;
      }
      left -= count;
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
