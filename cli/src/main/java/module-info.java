/** The {@code transcal} command. */
module org.transcal.cli {
  requires transitive org.transcal.core;
  requires transitive org.transcal.io;
  requires transitive org.transcal.workflow;
  requires org.transcal.report;
  requires org.transcal.serve;
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.dataformat.yaml;
  requires info.picocli;
  requires org.apache.commons.rng.sampling;
  requires org.apache.commons.rng.simple;

  exports org.transcal.cli;
  exports org.transcal.cli.file;
  exports org.transcal.cli.terminal;

  // picocli reads annotations and sets fields.
  opens org.transcal.cli to
      info.picocli;
  opens org.transcal.cli.fit to
      info.picocli;
  opens org.transcal.cli.stream to
      info.picocli;
  opens org.transcal.cli.estimate to
      info.picocli;
  opens org.transcal.cli.experiment to
      info.picocli;
  opens org.transcal.cli.label to
      info.picocli;
  opens org.transcal.cli.method to
      info.picocli,
      org.transcal.io;
  opens org.transcal.cli.serve to
      info.picocli;
  opens org.transcal.cli.monitor to
      info.picocli;
  opens org.transcal.cli.option to
      info.picocli;
  opens org.transcal.cli.worker to
      info.picocli;

  uses org.transcal.cli.AddOnCommand;
  uses org.transcal.workflow.TaskTrainer;
}
