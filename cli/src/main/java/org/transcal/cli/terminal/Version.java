package org.transcal.cli.terminal;

import org.transcal.io.json.Provenance;

/** The version of the program, as set by the build. */
public final class Version {
  private Version() {}

  /** Such as {@code 1.2.0}. */
  public static String get() {
    return Provenance.currentVersion();
  }
}
