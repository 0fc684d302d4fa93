package org.transcal.adapt.command;

import org.junit.jupiter.api.Test;
import org.transcal.cli.testing.HelpText;

class HelpTextTest {
  @Test
  void givenCommand_thenTheCopyInCliIsItsHelp() throws Exception {
    HelpText.requireCopy("adapt", HelpText.of("adapt") + "\n" + HelpText.of("adapt", "predict"));
  }
}
