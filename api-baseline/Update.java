import static org.objectweb.asm.Opcodes.ACC_PRIVATE;
import static org.objectweb.asm.Opcodes.ACC_PROTECTED;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_SYNTHETIC;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Writes what is public in a jar, without any code: the baseline that builds are compared with.
 *
 * <p>Arguments: the module, its jar, the file {@code packages}, the jar to write, and optionally a
 * method as {@code org/transcal/Name#method} to leave out (for the test).
 */
class Update {
  public static void main(String[] arguments) throws IOException {
    String left = arguments.length > 4 ? arguments[4] : "";
    Map<String, ClassReader> all = new HashMap<>();
    try (JarFile jar = new JarFile(arguments[1])) {
      Set<String> packages = publicPackages(arguments[0], jar, Path.of(arguments[2]));
      for (ZipEntry entry : jar.stream().toList()) {
        String name = entry.getName();
        int slash = name.lastIndexOf('/');
        if (name.endsWith(".class") && slash > 0
            && (packages.isEmpty() || packages.contains(name.substring(0, slash)))) {
          try (InputStream in = jar.getInputStream(entry)) {
            ClassReader reader = new ClassReader(in);
            all.put(reader.getClassName(), reader);
          }
        }
      }
    }
    TreeMap<String, byte[]> classes = new TreeMap<>();
    for (ClassReader reader : all.values()) {
      if (isPublic(access(reader))) {
        addWithSupertypes(reader, all, classes, left);
      }
    }
    write(classes, Path.of(arguments[3]));
  }

  private static Set<String> publicPackages(String module, JarFile jar, Path list) throws IOException {
    Set<String> packages = new HashSet<>();
    for (String line : Files.readAllLines(list)) {
      if (line.startsWith(module + " ")) {
        packages.addAll(Set.of(line.replace('.', '/').substring(module.length() + 1).split(" ")));
      }
    }
    ZipEntry descriptor = jar.getEntry("module-info.class");
    if (descriptor != null) {
      try (InputStream in = jar.getInputStream(descriptor)) {
        for (ModuleDescriptor.Exports exports : ModuleDescriptor.read(in).exports()) {
          if (!exports.isQualified()) {
            packages.add(exports.source().replace('.', '/'));
          }
        }
      }
    }
    return packages;
  }

  /** As declared in the source: a nested class is compiled to a public or package-private one. */
  private static int access(ClassReader reader) {
    int[] declared = {reader.getAccess()};
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public void visitInnerClass(String name, String outer, String inner, int access) {
            if (name.equals(reader.getClassName())) {
              declared[0] = outer == null ? ACC_PRIVATE : access;
            }
          }
        },
        ClassReader.SKIP_CODE);
    return declared[0];
  }

  /** Supertypes that are not public themselves have members that subclasses make public. */
  private static void addWithSupertypes(
      ClassReader reader, Map<String, ClassReader> all, Map<String, byte[]> classes, String left) {
    if (reader == null || classes.containsKey(reader.getClassName() + ".class")) {
      return;
    }
    classes.put(reader.getClassName() + ".class", stub(reader, left));
    addWithSupertypes(all.get(reader.getSuperName()), all, classes, left);
    for (String name : reader.getInterfaces()) {
      addWithSupertypes(all.get(name), all, classes, left);
    }
  }

  private static byte[] stub(ClassReader reader, String left) {
    ClassWriter writer = new ClassWriter(0);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public FieldVisitor visitField(int access, String name, String type, String signature, Object value) {
            return isPublic(access) ? super.visitField(access, name, type, signature, value) : null;
          }

          @Override
          public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] thrown) {
            boolean kept = isPublic(access) && !left.equals(reader.getClassName() + "#" + name);
            return kept ? super.visitMethod(access, name, type, signature, thrown) : null;
          }
        },
        ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return writer.toByteArray();
  }

  private static boolean isPublic(int access) {
    return (access & (ACC_PUBLIC | ACC_PROTECTED)) != 0 && (access & (ACC_PRIVATE | ACC_SYNTHETIC)) == 0;
  }

  private static void write(TreeMap<String, byte[]> classes, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.setLevel(9);
      for (String name : classes.keySet()) {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(LocalDateTime.of(1980, 1, 1, 0, 0));
        zip.putNextEntry(entry);
        zip.write(classes.get(name));
        zip.closeEntry();
      }
    }
  }
}
