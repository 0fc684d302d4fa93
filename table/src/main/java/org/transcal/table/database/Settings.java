package org.transcal.table.database;

import java.util.Properties;

/** Settings of every connection: no downloads, and a memory limit. */
final class Settings {
  private Settings() {}

  static Properties of(int threads, long bytes) {
    Properties settings = new Properties();
    settings.setProperty("autoinstall_known_extensions", "false");
    settings.setProperty("autoload_known_extensions", "false");
    settings.setProperty("allow_community_extensions", "false");
    settings.setProperty("threads", Integer.toString(threads));
    settings.setProperty("memory_limit", bytes / (1 << 20) + "MiB");
    return settings;
  }
}
