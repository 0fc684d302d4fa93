package org.transcal.cli.worker;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.transcal.cli.option.PoorSource;
import org.transcal.cli.option.TerminalCommand;
import org.transcal.cli.terminal.Terminal;
import org.transcal.io.LoadedTask;
import org.transcal.io.TaskFiles;
import org.transcal.report.HtmlReport;
import org.transcal.workflow.TaskInput;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A request about a task, whose arrays are in files or parts of the request. */
abstract class TaskRequest extends TerminalCommand {
  static final String LABELS = "labels";
  static final String WEIGHTS = "weights";

  final Request request;
  final Answer answer;

  @Option(names = "--task", description = "A task in files.")
  private Optional<Path> task = Optional.empty();

  @Option(names = "--name", description = "The task's name, if its arrays are in memory.")
  private String name = "task";

  @Mixin private PoorSource poorSource;

  @Option(names = "--report", description = "Adds report.html, which shows this text as the call.")
  private Optional<String> report = Optional.empty();

  TaskRequest(Terminal terminal, Request request, Answer answer) {
    super(terminal);
    this.request = request;
    this.answer = answer;
  }

  final String where() {
    return task.map(Path::toString).orElse(name);
  }

  /** The task with the labelled rows of the request. */
  final TaskInput input() {
    TaskInput plain = unlabelled();
    return request.source(LABELS).map(plain::withLabels).orElse(plain);
  }

  final TaskInput unlabelled() {
    Map<String, byte[]> arrays = new TreeMap<>(request.parts());
    arrays.keySet().removeAll(List.of(LABELS, WEIGHTS));
    LoadedTask loaded = task.map(TaskFiles::load).orElseGet(() -> TaskFiles.load(name, arrays));
    TaskInput input = poorSource.check(loaded, where(), terminal);
    return task.map(Path::toString).map(input::named).orElse(input);
  }

  /** Adds the report if requested. */
  final void addReport(HtmlReport page) {
    report.ifPresent(call -> answer.add("report.html", page.toHtml(call)));
  }
}
