import org.jspecify.annotations.NullMarked;

/** What users want done, one class per intention. */
@NullMarked
module org.transcal.workflow {
  requires static org.jspecify;
  requires transitive org.transcal.core;
  requires transitive org.transcal.monitor;
  requires transitive org.transcal.io;

  exports org.transcal.workflow;

  uses org.transcal.workflow.TaskTrainer;
}
