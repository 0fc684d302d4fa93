package org.transcal.adapt.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.transcal.io.file.InputException;

/** With jars of the same layout as PyTorch's, and tiny libraries. */
class UnpackedLibrariesTest {
  private static final String JNI = System.mapLibraryName("djl_torch");

  @TempDir private Path folder;
  private Path cache;
  private Path unpacked;
  private URLClassLoader jars;

  @BeforeEach
  void unpack() throws Exception {
    Path jar = folder.resolve("native.jar");
    String properties = "version=2.0-1\nflavor=cpu\nclassifier=here\nlibraries=a.so,b.so";
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (Map.Entry<String, String> entry :
          Map.of(
                  "native/lib/pytorch.properties",
                  properties,
                  "pytorch/cpu/here/a.so",
                  "library a",
                  "pytorch/cpu/here/b.so",
                  "library b",
                  "jnilib/here/cpu/" + JNI,
                  "bridge")
              .entrySet()) {
        out.putNextEntry(new JarEntry(entry.getKey()));
        out.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
    jars = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null);
    cache = folder.resolve("cache");
    unpacked = Files.createDirectories(cache.resolve("2.0-1-cpu-here"));
    Files.writeString(unpacked.resolve("a.so"), "library a");
    Files.writeString(unpacked.resolve("b.so"), "library b");
    Files.writeString(unpacked.resolve("1.0-" + JNI), "bridge");
  }

  @AfterEach
  void close() throws Exception {
    jars.close();
  }

  private void clean() {
    new UnpackedLibraries(cache, jars, "1.0").clean();
  }

  @Test
  void givenIntactLibraries_thenKept() {
    clean();

    assertThat(unpacked).isDirectoryContaining("glob:**/{a.so,b.so}");
    assertThat(unpacked.resolve("1.0-" + JNI)).exists();
  }

  @Test
  void givenTruncatedLibrary_thenAllAreRemovedToBeUnpackedAgain() throws Exception {
    Files.writeString(unpacked.resolve("b.so"), "libr");

    clean();

    assertThat(unpacked).doesNotExist();
  }

  @Test
  void givenChangedLibraryOfTheSameSize_thenRemoved() throws Exception {
    Files.writeString(unpacked.resolve("a.so"), "library x");

    clean();

    assertThat(unpacked).doesNotExist();
  }

  @Test
  void givenMissingLibrary_thenRemoved() throws Exception {
    Files.delete(unpacked.resolve("a.so"));

    clean();

    assertThat(unpacked).doesNotExist();
  }

  @Test
  void givenTruncatedBridge_thenOnlyItIsRemoved() throws Exception {
    Files.writeString(unpacked.resolve("1.0-" + JNI), "bri");

    clean();

    assertThat(unpacked.resolve("1.0-" + JNI)).doesNotExist();
    assertThat(unpacked.resolve("a.so")).exists();
  }

  @Test
  void givenAbandonedUnpacking_thenRemovedButNotOneUnderWay() throws Exception {
    Path abandoned = Files.createDirectory(cache.resolve("tmp123"));
    Files.writeString(abandoned.resolve("a.so"), "lib");
    Files.setLastModifiedTime(abandoned, FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
    Path underWay = Files.createDirectory(cache.resolve("tmp456"));

    clean();

    assertThat(abandoned).doesNotExist();
    assertThat(underWay).exists();
  }

  @Test
  void givenDamagedLibraryThatCannotBeRemoved_thenRefusedWithTheFolder() throws Exception {
    Files.delete(unpacked.resolve("a.so"));
    Files.createDirectories(unpacked.resolve("a.so/full"));

    assertThatThrownBy(this::clean)
        .isInstanceOf(InputException.class)
        .hasMessageContaining(cache.toString())
        .hasMessageContaining("delete that folder");
  }
}
