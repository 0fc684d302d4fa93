import org.jspecify.annotations.NullMarked;

/**
 * The method: arrays in, calibration model out.
 *
 * @since 0.1.0
 */
@NullMarked
@SuppressWarnings("module") // Some of those modules are not on the module path here.
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
  exports org.transcal.labelling;
  exports org.transcal.calibration;
  exports org.transcal.comparison;
  exports org.transcal.experiment;
  exports org.transcal.example;

  // Internal: for our own modules only.
  exports org.transcal.kernel to
      org.transcal.io,
      org.transcal.monitor,
      org.transcal.spark,
      org.transcal.vector;
  exports org.transcal.optim to
      org.transcal.adapt,
      org.transcal.spark;
  exports org.transcal.parallel to
      org.transcal.io,
      org.transcal.monitor,
      org.transcal.onnx;
}
