/** The method: arrays in, calibration model out. */
module org.transcal.core {
  requires org.apache.commons.rng.api;
  requires org.apache.commons.rng.simple;
  requires org.apache.commons.rng.sampling;
  requires org.apache.commons.statistics.distribution;

  uses org.transcal.kernel.Kernel;

  exports org.transcal.matrix;
  exports org.transcal.kernel;
  exports org.transcal.parallel;
  exports org.transcal.optim;
  exports org.transcal.prediction;
  exports org.transcal.metric;
  exports org.transcal.model;
  exports org.transcal.shift;
  exports org.transcal.risk;
  exports org.transcal.calibration;
  exports org.transcal.verdict;
  exports org.transcal.comparison;
  exports org.transcal.experiment;
  exports org.transcal.example;
}
