package org.transcal.onnx.command;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.transcal.cli.testing.HelpText;

class HelpTextTest {
  @ParameterizedTest
  @ValueSource(strings = {"extract", "export"})
  void givenCommand_thenTheCopyInCliIsItsHelp(String command) throws Exception {
    HelpText.requireCopy(command, HelpText.of(command));
  }
}
