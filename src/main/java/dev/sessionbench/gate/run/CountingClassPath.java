package dev.sessionbench.gate.run;

import dev.sessionbench.bench.count.CountingProcess;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * This program's own classes alone, apart from the client and the libraries that they stand beside
 * in one jar: put before an arm that is too old to count, they count its client.
 */
final class CountingClassPath {
  private static final List<String> OWN =
      List.of("dev/sessionbench", "com/google/cloud/spanner/SessionPoolBridge.class");

  private CountingClassPath() {}

  /** Whether an arm can count. */
  static boolean counts(String classPath) {
    return new ArmClassPath(classPath).holds(resource());
  }

  private static String resource() {
    return CountingProcess.class.getName().replace('.', '/') + ".class";
  }

  /**
   * A class path by which an arm that cannot count is counted.
   *
   * @param arm the arm's class path
   * @param folder where this program's classes are copied to
   * @throws IOException if they cannot be
   */
  static String before(String arm, Path folder) throws IOException {
    for (String part : System.getProperty("java.class.path", "").split(File.pathSeparator, -1)) {
      Path place = Path.of(part);
      if (Files.isDirectory(place)) {
        copyOwn(place, folder);
      } else if (new ArmClassPath(part).holds(resource())) {
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
          copyOwn(jar.getPath("/"), folder);
        }
      }
    }
    return folder + File.pathSeparator + arm;
  }

  private static void copyOwn(Path root, Path folder) throws IOException {
    for (String own : OWN) {
      Path start = root.resolve(own);
      if (!Files.exists(start)) {
        continue;
      }
      try (Stream<Path> files = Files.walk(start)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          Path target = folder.resolve(root.relativize(file).toString());
          Files.createDirectories(target.resolveSibling(""));
          if (!Files.exists(target)) {
            try (InputStream in = Files.newInputStream(file)) {
              Files.copy(in, target);
            }
          }
        }
      }
    }
  }
}
