/** Dashboard, metrics and calibration over HTTP. */
module org.transcal.serve {
  requires org.transcal.core;
  requires org.transcal.monitor;
  requires org.transcal.io;
  requires org.transcal.report;
  requires com.fasterxml.jackson.core;
  requires jdk.httpserver;

  exports org.transcal.serve;
}
