package org.transcal.cli.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DigestsTest {
  @TempDir private Path folder;

  private Path file(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  @Test
  void givenTheSameContentsUnderOtherNames_thenAnotherDigest() throws Exception {
    file("one/books.svm", "1 1:2\n");
    file("one/dvd.svm", "0 1:3\n");
    file("two/dvd.svm", "1 1:2\n");
    file("two/toys.svm", "0 1:3\n");

    assertThat(Digests.ofDataSet(List.of(folder.resolve("one"))))
        .isNotEqualTo(Digests.ofDataSet(List.of(folder.resolve("two"))));
    assertThat(Digests.ofDataSet(List.of(file("books.svm", "1"), file("dvd.svm", "2"))))
        .isNotEqualTo(Digests.ofDataSet(List.of(file("dvd.svm", "1"), file("books.svm", "2"))));
  }

  @Test
  void givenTheSameFilesElsewhere_thenTheSameDigest() throws Exception {
    file("one/books.svm", "1 1:2\n");
    file("two/books.svm", "1 1:2\n");

    assertThat(Digests.ofDataSet(List.of(folder.resolve("one"))))
        .isEqualTo(Digests.ofDataSet(List.of(folder.resolve("two"))));
  }
}
