package org.transcal.serve;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A connection that can send anything, and reads answers. */
final class RawClient implements Closeable {
  private static final int PATIENCE_MILLISECONDS = 60_000;

  private final Socket socket;

  /** An answer; names of headers are in small letters. */
  record Answer(int status, Map<String, String> headers, byte[] bytes) {
    String text() {
      return new String(bytes, StandardCharsets.UTF_8);
    }

    String header(String name) {
      return headers.getOrDefault(name, "");
    }
  }

  RawClient(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLISECONDS);
  }

  /** Sends a request without a body on a connection of its own. */
  static Answer ask(int port, String line, String... headers) throws IOException {
    return ask(port, line, new byte[0], headers);
  }

  /** Sends a request on a connection of its own; adds Host and, if there is a body, its length. */
  static Answer ask(int port, String line, byte[] body, String... headers) throws IOException {
    try (RawClient client = new RawClient(port)) {
      client.sendRequest(line, body, headers);
      return client.read(line.startsWith("HEAD"));
    }
  }

  void sendRequest(String line, byte[] body, String... headers) throws IOException {
    StringBuilder head = new StringBuilder(line).append(" HTTP/1.1\r\n");
    if (!String.join("\n", headers).contains("Host:")) {
      head.append("Host: localhost\r\n");
    }
    for (String header : headers) {
      head.append(header).append("\r\n");
    }
    if (body.length > 0) {
      head.append("Content-Length: ").append(body.length).append("\r\n");
    }
    send(head.append("\r\n").toString());
    socket.getOutputStream().write(body);
    socket.getOutputStream().flush();
  }

  void send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
  }

  InputStream input() throws IOException {
    return socket.getInputStream();
  }

  /** Whether the server has closed the connection without a word, waiting for it to do so. */
  boolean isClosed() throws IOException {
    try {
      return input().read() < 0;
    } catch (SocketException reset) {
      return true;
    }
  }

  Answer read() throws IOException {
    return read(false);
  }

  Answer read(boolean headOnly) throws IOException {
    String status = line();
    if (!status.startsWith("HTTP/1.1 ")) {
      throw new AssertionError("Not a status line: " + status);
    }
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      String[] parts = line.split(": ?", 2);
      headers.put(parts[0].toLowerCase(Locale.ROOT), parts[1]);
    }
    int code = Integer.parseInt(status.substring(9, 12));
    byte[] body =
        headOnly || code == 100
            ? new byte[0]
            : headers.containsKey("transfer-encoding")
                ? chunks()
                : exactly(Integer.parseInt(headers.get("content-length")));
    return new Answer(code, headers, body);
  }

  private byte[] chunks() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
      all.write(exactly(size));
      line();
    }
    line();
    return all.toByteArray();
  }

  private byte[] exactly(int count) throws IOException {
    byte[] bytes = input().readNBytes(count);
    if (bytes.length < count) {
      throw new EOFException("The answer ends after " + bytes.length + " of " + count + " bytes");
    }
    return bytes;
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = input().read(); c != '\n'; c = input().read()) {
      if (c < 0) {
        throw new EOFException("The connection ended after: " + line);
      }
      line.append((char) c);
    }
    return line.toString().strip();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
