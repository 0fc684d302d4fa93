package org.transcal.adapt.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** In addition to the build's forbidden signatures: no source has a number as an operand. */
class NumbersAsOperandsTest {
  private static final Pattern NUMBER =
      Pattern.compile("\\.(mul|div|pow|maximum|minimum|sub|add|mod)i?\\(-?[0-9.]+[fd]?\\)");

  @Test
  void givenSources_thenNoOperationOfTheEngineTakesANumber() throws IOException {
    Path sources =
        Path.of(System.getProperty("transcal.root", ".."), "research/adapt/src/main/java");
    assumeTrue(Files.isDirectory(sources), sources + " is not there");

    try (Stream<Path> files = Files.walk(sources)) {
      List<String> offending =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .flatMap(NumbersAsOperandsTest::lines)
              .filter(line -> NUMBER.matcher(line).find())
              .toList();
      assertThat(offending).isEmpty();
    }
  }

  @Test
  void givenPattern_thenItFindsWhatItIsFor() {
    assertThat(Stream.of("x.mul(2)", "x.div(-0.5f)", "x.addi(1e", "y.pow(2).sum()"))
        .filteredOn(line -> NUMBER.matcher(line).find())
        .containsExactly("x.mul(2)", "x.div(-0.5f)", "y.pow(2).sum()");
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
