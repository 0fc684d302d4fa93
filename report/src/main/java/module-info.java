/** Self-contained HTML reports and pictures, drawn from what the core found. */
module org.transcal.report {
  requires transitive org.transcal.core;

  exports org.transcal.report;
  exports org.transcal.report.number;
  exports org.transcal.report.table;
}
