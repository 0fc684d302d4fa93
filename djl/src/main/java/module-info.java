/** Calibrated predictions for users of the Deep Java Library. */
module org.transcal.djl {
  requires transitive org.transcal.core;
  requires transitive ai.djl.api;
  requires transitive org.transcal.io;

  exports org.transcal.djl;
}
