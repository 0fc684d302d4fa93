package org.transcal.cli.terminal;

import java.util.Collection;
import java.util.List;

/** What somebody may have meant by a name that does not exist, with a hyphen or an underscore. */
public final class NearMiss {
  private NearMiss() {}

  /** The known names nearest to a misspelt one, best first; empty where none is near. */
  public static List<String> of(String misspelt, Collection<String> known) {
    return org.transcal.io.file.NearMiss.of(misspelt.replace('_', '-'), known);
  }

  /** The same as a question for the end of a message; empty where no name is near. */
  public static String question(String misspelt, Collection<String> known) {
    return org.transcal.io.file.NearMiss.question(misspelt.replace('_', '-'), known);
  }
}
