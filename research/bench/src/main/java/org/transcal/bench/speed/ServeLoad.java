package org.transcal.bench.speed;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.transcal.io.json.ModelJson;

/**
 * Many clients that each ask {@code transcal serve} to calibrate one row after another, while one
 * more reads its dashboard and metrics every second.
 *
 * <p>Usage: {@code ServeLoad PORT PID MODEL.json CLIENTS SECONDS PAUSE}, the last in milliseconds
 * between two requests of a client. The server's heap is measured after garbage collections, with
 * {@code jcmd}.
 */
public final class ServeLoad {
  private static final int WARM_UP_SECONDS = 15;
  private static final int MOST_MICROSECONDS = 500_000;

  private final int port;
  private final byte[] request;
  private final long pause;
  private volatile boolean measuring;
  private volatile boolean ending;

  private ServeLoad(int port, byte[] request, long pause) {
    this.port = port;
    this.request = request;
    this.pause = pause;
  }

  /** Runs the load and prints what it measured. */
  public static void main(String[] arguments) throws Exception {
    String pid = arguments[1];
    int classes = ModelJson.read(Path.of(arguments[2])).model().classes();
    int clients = Integer.parseInt(arguments[3]);
    int seconds = Integer.parseInt(arguments[4]);
    ServeLoad load =
        new ServeLoad(
            Integer.parseInt(arguments[0]), oneRow(classes), Long.parseLong(arguments[5]));
    List<Client> all = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      all.add(load.new Client());
    }
    Reader reader = load.new Reader();
    List<Thread> threads = new ArrayList<>(all.stream().map(Thread::new).toList());
    threads.add(new Thread(reader));
    threads.forEach(Thread::start);
    Thread.sleep(WARM_UP_SECONDS * 1000L);
    print("heap after GC at the start: %.1f MB", liveMegabytes(pid));
    load.measuring = true;
    Thread.sleep(seconds * 500L);
    load.measuring = false;
    print("heap after GC in the middle: %.1f MB", liveMegabytes(pid));
    load.measuring = true;
    Thread.sleep(seconds * 500L);
    load.measuring = false;
    print("heap after GC at the end: %.1f MB", liveMegabytes(pid));
    load.ending = true;
    for (Thread thread : threads) {
      thread.join();
    }
    report(all, reader, seconds);
  }

  private static void report(List<Client> clients, Reader reader, int seconds) {
    long[] counts = new long[MOST_MICROSECONDS + 1];
    long total = 0;
    long errors = reader.errors;
    double worst = 0;
    for (Client client : clients) {
      for (int i = 0; i < counts.length; i++) {
        counts[i] += client.counts[i];
        total += client.counts[i];
      }
      errors += client.errors;
      worst = Math.max(worst, client.slowest / 1e6);
    }
    print(
        "%d clients, %d s: %d requests, %d per second",
        clients.size(), seconds, total, total / seconds);
    print(
        "p50 %.2f ms, p90 %.2f ms, p99 %.2f ms, p99.9 %.2f ms, max %.1f ms",
        quantile(counts, total, 0.5),
        quantile(counts, total, 0.9),
        quantile(counts, total, 0.99),
        quantile(counts, total, 0.999),
        worst);
    print("pages read: %d", reader.pages);
    print("errors: %d", errors);
  }

  private static double quantile(long[] counts, long total, double share) {
    long below = 0;
    for (int i = 0; i < counts.length; i++) {
      below += counts[i];
      if (below >= share * total) {
        return i / 1e3;
      }
    }
    throw new IllegalStateException("Nothing was measured");
  }

  /**
   * Live objects as jcmd counts them after a full collection: the least of four, since only every
   * fourth collection removes all dead objects.
   */
  private static double liveMegabytes(String pid) throws IOException {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < 4; i++) {
      Process process = new ProcessBuilder(jcmd, pid, "GC.class_histogram").start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      String[] total = text.substring(text.lastIndexOf("Total")).strip().split(" +");
      least = Math.min(least, Long.parseLong(total[2]) / 1e6);
    }
    return least;
  }

  private static byte[] oneRow(int classes) {
    double[] logits = new SplittableRandom(0).doubles(classes, -5, 5).toArray();
    String body = "{\"logits\": " + Arrays.toString(logits) + "}";
    return ("POST /calibrate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Content-Length: "
            + body.length()
            + "\r\n\r\n"
            + body)
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static void print(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }

  private final class Client implements Runnable {
    private final int[] counts = new int[MOST_MICROSECONDS + 1];
    private long errors;
    private long slowest;

    @Override
    public void run() {
      while (!ending) {
        try (Connection connection = new Connection()) {
          while (!ending) {
            long start = System.nanoTime();
            boolean isMeasured = measuring;
            connection.ask(request);
            long taken = System.nanoTime() - start;
            if (isMeasured && measuring) {
              counts[(int) Math.min(MOST_MICROSECONDS, taken / 1000)]++;
              slowest = Math.max(slowest, taken);
            }
            if (pause > 0) {
              Thread.sleep(pause);
            }
          }
        } catch (IOException | InterruptedException e) {
          errors++;
        }
      }
    }
  }

  private final class Reader implements Runnable {
    private long pages;
    private long errors;

    @Override
    public void run() {
      while (!ending) {
        try (Connection connection = new Connection()) {
          for (String path : List.of("/", "/metrics")) {
            String get = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
            connection.ask(get.getBytes(StandardCharsets.US_ASCII));
            pages++;
          }
          Thread.sleep(1000);
        } catch (IOException | InterruptedException e) {
          errors++;
        }
      }
    }
  }

  private final class Connection implements AutoCloseable {
    private final Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    private final InputStream input = new BufferedInputStream(socket.getInputStream());
    private final OutputStream output = socket.getOutputStream();

    Connection() throws IOException {
      socket.setTcpNoDelay(true);
    }

    /** Sends a request; fails unless the answer has status 200 and its whole length arrives. */
    void ask(byte[] bytes) throws IOException {
      output.write(bytes);
      String status = line();
      if (!status.startsWith("HTTP/1.1 200")) {
        throw new IOException(status);
      }
      int length = -1;
      for (String line = line(); !line.isEmpty(); line = line()) {
        if (line.regionMatches(true, 0, "content-length:", 0, 15)) {
          length = Integer.parseInt(line.substring(15).strip());
        }
      }
      input.skipNBytes(length);
    }

    private String line() throws IOException {
      StringBuilder line = new StringBuilder(64);
      for (int c = input.read(); c != '\n'; c = input.read()) {
        if (c < 0) {
          throw new IOException("closed");
        }
        if (c != '\r') {
          line.append((char) c);
        }
      }
      return line.toString();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
