/** Self-contained HTML reports and pictures, drawn from what the core found. */
module org.transcal.report {
  requires transitive org.transcal.core;
  requires transitive org.transcal.monitor;
  requires transitive org.transcal.workflow;
  requires org.apache.commons.statistics.distribution;

  exports org.transcal.report;
  exports org.transcal.report.number;
  exports org.transcal.report.summary;
  exports org.transcal.report.table;
}
