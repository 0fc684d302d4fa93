package org.transcal.report;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DashboardPages {
  @Test
  void write() throws Exception {
    Path dir = Path.of("/tmp/dash");
    Files.createDirectories(dir);
    var broken = NightSamples.broken(46);
    Files.writeString(dir.resolve("broken.html"), MonitorDashboard.of(broken).withTitle("street cameras").withVersion("0.1.0").withCommand("transcal monitor ref.npz night.npz --at 2026-11-14").withTruth(NightSamples.truth(broken)).toHtml());
    Files.writeString(dir.resolve("quiet.html"), MonitorDashboard.of(NightSamples.quiet(20)).toHtml());
    Files.writeString(dir.resolve("one.html"), MonitorDashboard.of(NightSamples.quiet(1)).toHtml());
    Files.writeString(dir.resolve("empty.html"), MonitorDashboard.of(java.util.List.of()).toHtml());
  }
}
