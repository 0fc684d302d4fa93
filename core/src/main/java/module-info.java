import org.jspecify.annotations.NullMarked;

/** The method: arrays in, calibration model out. */
@NullMarked
module org.transcal.core {
  requires static transitive org.jspecify;
  requires transitive org.apache.commons.rng.api;
  requires org.apache.commons.rng.simple;
  requires org.apache.commons.rng.sampling;
  requires org.apache.commons.statistics.distribution;

  uses org.transcal.kernel.Kernel;

  exports org.transcal;
  exports org.transcal.matrix;
  exports org.transcal.prediction;
  exports org.transcal.metric;
  exports org.transcal.model;
  exports org.transcal.task;
  exports org.transcal.shift;
  exports org.transcal.accuracy;
  exports org.transcal.calibration;
  exports org.transcal.comparison;
  exports org.transcal.experiment;
  exports org.transcal.example;
  exports org.transcal.kernel;
  exports org.transcal.optim;
  exports org.transcal.parallel;
}
