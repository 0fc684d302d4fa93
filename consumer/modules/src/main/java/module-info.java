/** A modular application. */
module example.app {
  requires org.transcal.core;
  requires org.transcal.io;
}
