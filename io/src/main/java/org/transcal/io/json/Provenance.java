package org.transcal.io.json;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where a model came from.
 *
 * @param method the method that fitted it
 * @param seed the seed the method was given
 * @param version the version of the program
 * @param inputs name of each input array and the SHA-256 of its data, sorted by name
 */
public record Provenance(String method, long seed, String version, Map<String, String> inputs) {
  /** Copies and sorts the inputs. */
  public Provenance {
    inputs = Collections.unmodifiableMap(new TreeMap<>(inputs));
  }

  /** The provenance of a model that does not tell, such as one written by hand. */
  public static Provenance unknown() {
    return new Provenance("unknown", 0, "unknown", Map.of());
  }
}
