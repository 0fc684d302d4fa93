package org.transcal.adapt.tensor;

import ai.djl.util.ClassLoaderUtils;
import ai.djl.util.Utils;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.jar.JarEntry;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import org.transcal.io.file.InputException;

/**
 * PyTorch's native libraries, which DJL unpacks into the user's cache and later loads unchecked.
 * Before that, they are compared with the jars; what differs is removed, and DJL unpacks it again.
 *
 * <p>Cost: a checksum over 450 MB, about 0.2 s.
 */
record UnpackedLibraries(Path cache, ClassLoader jars, String djlVersion) {
  private static final String JNI_LIBRARY = System.mapLibraryName("djl_torch");

  /** DJL unpacks into such a folder and renames it at the end; a killed process leaves it. */
  private static final String PARTIAL = "tmp*";

  private static final Duration ABANDONED = Duration.ofHours(1);

  /** Those that DJL would load in this process. */
  static UnpackedLibraries ofProcess() {
    return new UnpackedLibraries(
        Utils.getEngineCacheDir("pytorch"),
        ClassLoaderUtils.getContextClassLoader(),
        ai.djl.engine.Engine.getDjlVersion());
  }

  /** Removes libraries that differ from the jars, and what interrupted processes left. */
  void clean() {
    URL description = jars.getResource("native/lib/pytorch.properties");
    if (description == null
        || !Files.isDirectory(cache)
        || Utils.getEnvOrSystemProperty("PYTORCH_LIBRARY_PATH") != null) {
      return;
    }
    try {
      for (Path partial : list(cache, PARTIAL)) {
        Instant modified = Files.getLastModifiedTime(partial).toInstant();
        if (modified.isBefore(Clock.systemUTC().instant().minus(ABANDONED))) {
          delete(partial);
        }
      }
      Properties properties = new Properties();
      try (InputStream stream = description.openStream()) {
        properties.load(stream);
      }
      String flavor = properties.getProperty("flavor", "");
      String classifier = properties.getProperty("classifier", "");
      Path folder =
          cache.resolve(properties.getProperty("version") + "-" + flavor + "-" + classifier);
      for (String library : properties.getProperty("libraries", "").split(",")) {
        String resource = "pytorch/" + flavor + "/" + classifier + "/" + library;
        if (Files.isDirectory(folder) && !isIntact(folder.resolve(library), resource)) {
          delete(folder);
        }
      }
      Path jni = folder.resolve(djlVersion + "-" + JNI_LIBRARY);
      String resource = "jnilib/" + classifier + "/" + flavor + "/" + JNI_LIBRARY;
      if (Files.exists(jni) && !isIntact(jni, resource)) {
        delete(jni);
      }
    } catch (IOException failure) {
      throw new InputException(
          "PyTorch's libraries in "
              + cache
              + " cannot be checked: "
              + failure
              + "; delete that folder, or set ENGINE_CACHE_DIR to another one",
          failure);
    }
  }

  /** Whether a file has the size and checksum that the jar's directory names. */
  private boolean isIntact(Path file, String resource) throws IOException {
    URL url = jars.getResource(resource);
    URLConnection connection = url == null ? null : url.openConnection();
    if (!(connection instanceof JarURLConnection jar)) {
      return true; // Not in the jars: the user's own.
    }
    JarEntry entry = jar.getJarEntry();
    return Files.isRegularFile(file)
        && Files.size(file) == entry.getSize()
        && checksum(file) == entry.getCrc();
  }

  private static long checksum(Path file) throws IOException {
    try (CheckedInputStream stream =
        new CheckedInputStream(Files.newInputStream(file), new CRC32())) {
      stream.transferTo(OutputStream.nullOutputStream());
      return stream.getChecksum().getValue();
    }
  }

  private static List<Path> list(Path folder, String pattern) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, pattern)) {
      entries.forEach(found::add);
    }
    return found;
  }

  /** Deletes a file, or a folder of files. */
  private static void delete(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      for (Path file : list(path, "*")) {
        Files.deleteIfExists(file);
      }
    }
    Files.deleteIfExists(path);
  }
}
