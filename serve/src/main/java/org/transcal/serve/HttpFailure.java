package org.transcal.serve;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A rejected request, with a message for the client. */
final class HttpFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final transient Map<String, String> headers;

  private HttpFailure(int status, Map<String, String> headers, String message) {
    super(message, null, false, false);
    this.status = status;
    this.headers = headers;
  }

  static HttpFailure of(int status, String format, Object... values) {
    return new HttpFailure(status, Map.of(), String.format(Locale.ROOT, format, values));
  }

  /** The server cannot answer now; the client may try again after some seconds. */
  static HttpFailure busy(int seconds, String message) {
    return of(503, "%s", message).with("Retry-After", Integer.toString(seconds));
  }

  /** The same with another header. */
  HttpFailure with(String name, String value) {
    Map<String, String> more = new TreeMap<>(headers);
    more.put(name, value);
    return new HttpFailure(status, more, getMessage());
  }

  int status() {
    return status;
  }

  Map<String, String> headers() {
    return headers;
  }
}
