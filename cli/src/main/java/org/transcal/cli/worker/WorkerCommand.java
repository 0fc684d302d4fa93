package org.transcal.cli.worker;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.transcal.cli.option.TerminalCommand;
import org.transcal.cli.terminal.ExitStatus;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.file.InputException;
import picocli.CommandLine.Command;

/**
 * {@code transcal worker}: answers requests, one after another, until its input ends.
 *
 * <p>A request is a command line with files in memory; {@code fit}, {@code estimate}, {@code
 * evaluate}, {@code label} and {@code calibrate} run on them, every other command on files on disk.
 * Standard output holds answers and nothing else.
 */
@Command(
    name = "worker",
    hidden = true,
    header = "Answers requests of another program over standard streams.")
public final class WorkerCommand extends TerminalCommand {
  private static final int BUFFER = 1 << 16;

  private final InputStream requests;
  private final Runner runner;

  /** Runs a command line: one of the given commands, or a built-in one. */
  @FunctionalInterface
  public interface Runner {
    /** Runs; returns the exit status. */
    int run(
        Terminal terminal,
        Map<String, Function<Terminal, Callable<Integer>>> commands,
        String... words);
  }

  /** Answers on the terminal's standard output. */
  public WorkerCommand(Terminal terminal, InputStream requests, Runner runner) {
    super(terminal);
    this.requests = requests;
    this.runner = runner;
  }

  @Override
  public Integer call() throws IOException {
    DataInputStream in = new DataInputStream(new BufferedInputStream(requests, BUFFER));
    DataOutputStream out = new DataOutputStream(terminal.results());
    while (answerNext(in, out)) {
      // Until the input ends.
    }
    return ExitStatus.DONE.code();
  }

  private boolean answerNext(DataInputStream in, DataOutputStream out) throws IOException {
    Answer answer = new Answer();
    ByteArrayOutputStream notes = new ByteArrayOutputStream();
    int status;
    try {
      Optional<Request> request = Request.read(in);
      if (request.isEmpty()) {
        return false;
      }
      status = run(request.get(), answer, notes);
    } catch (InputException tooLarge) {
      notes.writeBytes(("error: " + tooLarge.getMessage()).getBytes(StandardCharsets.UTF_8));
      status = ExitStatus.BAD_INPUT.code();
    }
    answer.write(status, notes.toString(StandardCharsets.UTF_8), out);
    return true;
  }

  private int run(Request request, Answer answer, ByteArrayOutputStream notes) {
    ByteArrayOutputStream results = new ByteArrayOutputStream();
    int status =
        runner.run(
            Terminal.withoutProgress(print(results), print(notes)),
            Map.of(
                "fit", t -> new FitRequest(t, request, answer),
                "estimate", t -> new EstimateRequest(t, request, answer),
                "label", t -> new LabelRequest(t, request, answer),
                "evaluate", t -> new EvaluateRequest(t, request, answer),
                "calibrate", t -> new CalibrateRequest(t, request, answer)),
            request.arguments().toArray(String[]::new));
    if (results.size() > 0) {
      answer.add("output", results.toByteArray());
    }
    return status;
  }

  private static PrintStream print(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, false, StandardCharsets.UTF_8);
  }
}
