package org.transcal.report;

import java.util.List;

/**
 * Where a report comes from.
 *
 * @param version version of the program; empty where not said
 * @param command the command line that makes the report again; empty where not said
 * @param warnings what the reader of the input should know
 */
record Origin(String version, String command, List<String> warnings) {
  static final Origin UNSAID = new Origin("", "", List.of());

  Origin {
    warnings = List.copyOf(warnings);
  }

  Origin withVersion(String newVersion) {
    return new Origin(newVersion, command, warnings);
  }

  Origin withCommand(String newCommand) {
    return new Origin(version, newCommand, warnings);
  }

  Origin withWarnings(List<String> newWarnings) {
    return new Origin(version, command, newWarnings);
  }
}
