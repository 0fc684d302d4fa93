package org.transcal.cli.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of the program, as set by the build. */
public final class Version {
  private static final String RESOURCE = "version.properties";

  private Version() {}

  /** Such as {@code 1.2.0}. */
  public static String get() {
    try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("The module lacks its resource " + RESOURCE);
      }
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
