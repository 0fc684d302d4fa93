package example;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Runs on the module path. */
class AppTest {
  @Test
  void givenModulePath_thenCalibrates() {
    assertTrue(App.class.getModule().isNamed());
    assertTrue(App.example() < 0.1);
  }
}
