package dev.sessionbench.bench.client;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;

/**
 * What a driver is compiled against: this project's own classes from where this program has them,
 * and all others from the client's libraries alone.
 */
final class DriverFiles extends ForwardingJavaFileManager<StandardJavaFileManager> {
  private final StandardJavaFileManager ours;

  private DriverFiles(StandardJavaFileManager theirs, StandardJavaFileManager ours) {
    super(theirs);
    this.ours = ours;
  }

  /**
   * The files for one compilation.
   *
   * @param jars the client's libraries
   * @param output where the classes go
   * @throws IOException if a folder is none
   */
  static DriverFiles of(JavaCompiler compiler, List<Path> jars, Path output) throws IOException {
    StandardJavaFileManager theirs = compiler.getStandardFileManager(null, null, null);
    theirs.setLocationFromPaths(StandardLocation.CLASS_PATH, jars);
    theirs.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(output));
    StandardJavaFileManager ours = compiler.getStandardFileManager(null, null, null);
    ours.setLocationFromPaths(
        StandardLocation.CLASS_PATH,
        Arrays.stream(System.getProperty("java.class.path", "").split(File.pathSeparator, -1))
            .map(Path::of)
            .toList());
    return new DriverFiles(theirs, ours);
  }

  @Override
  public Iterable<JavaFileObject> list(
      Location location, String packageName, Set<JavaFileObject.Kind> kinds, boolean recurse)
      throws IOException {
    boolean own =
        location == StandardLocation.CLASS_PATH && packageName.startsWith(DriverLoader.OURS);
    JavaFileManager from = own ? ours : fileManager;
    return from.list(location, packageName, kinds, recurse);
  }

  @Override
  public String inferBinaryName(Location location, JavaFileObject file) {
    String theirs = super.inferBinaryName(location, file);
    return theirs == null ? ours.inferBinaryName(location, file) : theirs;
  }

  @Override
  public void close() throws IOException {
    super.close();
    ours.close();
  }
}
