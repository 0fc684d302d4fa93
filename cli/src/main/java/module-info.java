/** The {@code transcal} command; open, since picocli reads annotations and sets fields. */
@SuppressWarnings("module") // The add-on is not on the module path here.
open module org.transcal.cli {
  requires transitive org.transcal.core;
  requires transitive org.transcal.io;
  requires transitive org.transcal.workflow;
  requires org.transcal.report;
  requires org.transcal.serve;
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.dataformat.yaml;
  requires info.picocli;

  exports org.transcal.cli;
  exports org.transcal.cli.file;
  exports org.transcal.cli.option to
      org.transcal.onnx.command;
  exports org.transcal.cli.terminal;

  uses org.transcal.cli.AddOnCommand;
  uses org.transcal.workflow.TaskTrainer;
}
