import org.jspecify.annotations.NullMarked;

/** What users want done, one class per intention. */
@NullMarked
module org.transcal.workflow {
  requires static org.jspecify;
  requires transitive org.transcal.core;
  requires transitive org.transcal.monitor;
  requires transitive org.transcal.io;

  exports org.transcal.workflow;
  exports org.transcal.workflow.json;

  // Records of the shape of a file are private.
  opens org.transcal.workflow.json to
      org.transcal.io;

  uses org.transcal.workflow.TaskTrainer;
}
