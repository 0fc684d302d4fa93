package org.transcal.io.example;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.transcal.io.file.ByteSource;
import org.transcal.io.file.InputException;

/**
 * Runs a reader over many hostile inputs: whatever they hold, it reads them or throws {@link
 * InputException} with one line, and allocates no more than the input can hold.
 */
public final class HostileInputs {
  /** Inputs for each reader. */
  public static final int COUNT = 100_000;

  /** Buffers, parsers and messages, whatever the input. */
  private static final long BASE = 2L << 20;

  /** Deflate's 1032 times eight bytes a value, and a little. */
  private static final long PER_BYTE = 10_000;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** A reader of bytes in memory. */
  public interface Reader {
    /** Reads everything there is to read. */
    void read(ByteSource source) throws Exception;
  }

  private final String name;
  private final Reader reader;

  /** A reader and the name that its inputs have as files. */
  public HostileInputs(String name, Reader reader) {
    this.name = name;
    this.reader = reader;
  }

  /** Texts as bytes, one per character. */
  public static List<byte[]> words(String... words) {
    return Arrays.stream(words).map(w -> w.getBytes(StandardCharsets.ISO_8859_1)).toList();
  }

  /** Reads one input; whether it was accepted. Anything but bad input is thrown on. */
  public boolean accepts(byte[] input) throws Exception {
    try (ByteSource source = ByteSource.of(Path.of(name), input)) {
      reader.read(source);
      return true;
    } catch (InputException e) {
      String message = e.getMessage();
      if (message.isEmpty() || message.indexOf('\n') >= 0 || message.indexOf('\r') >= 0) {
        throw new AssertionError("not one line: " + message, e);
      }
      return false;
    }
  }

  /** Mutated seeds, {@link #COUNT} of them; some must be accepted and most refused. */
  public void run(List<byte[]> seeds, List<byte[]> words) {
    run(seeds, words, COUNT);
  }

  /** Mutated seeds, as many as wanted; some must be accepted and most refused. */
  public void run(List<byte[]> seeds, List<byte[]> words, int count) {
    for (byte[] seed : seeds) {
      assertThat(acceptsTelling(seed)).as("a seed must be good").isTrue();
    }
    Mutations mutations = new Mutations(20201206, seeds, words);
    int accepted = 0;
    for (int i = 0; i < count; i++) {
      byte[] input = mutations.next();
      long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
      accepted += acceptsTelling(input) ? 1 : 0;
      long allocated = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
      if (allocated > BASE + PER_BYTE * input.length) {
        throw new AssertionError(allocated + " bytes allocated for " + hex(input));
      }
    }
    assertThat(accepted).isBetween(count / 1000, count - count / 10);
  }

  private boolean acceptsTelling(byte[] input) {
    try {
      return accepts(input);
    } catch (Exception | Error e) {
      throw new AssertionError(e + " for " + hex(input), e);
    }
  }

  private static String hex(byte[] input) {
    return input.length + " bytes: " + HexFormat.of().formatHex(input);
  }
}
