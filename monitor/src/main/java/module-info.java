import org.jspecify.annotations.NullMarked;

/** Nightly monitoring of a deployed classifier, without labels. */
@NullMarked
module org.transcal.monitor {
  requires static org.jspecify;
  requires transitive org.transcal.core;
  requires transitive org.transcal.io;
  requires com.fasterxml.jackson.core;
  requires de.siegmar.fastcsv;
  requires org.apache.commons.rng.simple;
  requires org.apache.commons.rng.sampling;
  requires org.apache.commons.statistics.distribution;

  exports org.transcal.monitoring;
  exports org.transcal.monitoring.example;
  exports org.transcal.monitoring.history;

  // Records of the shape of a line are private.
  opens org.transcal.monitoring.history to
      org.transcal.io;

  uses org.transcal.monitoring.history.HistoryFormat;
}
