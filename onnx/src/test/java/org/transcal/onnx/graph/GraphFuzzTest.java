package org.transcal.onnx.graph;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Hostile ONNX files for the fuzzer; {@link HostileModelTest} has the mutations of every build. */
class GraphFuzzTest {
  @FuzzTest(maxDuration = "20m")
  void fuzz(byte[] input) {
    HostileModelTest.accepts(input);
  }
}
