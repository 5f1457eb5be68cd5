package dev.sessionbench.gate.run;

import static dev.sessionbench.base.results.Environment.UNKNOWN;

import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import dev.sessionbench.base.results.BuildIdentity;
import dev.sessionbench.bench.count.CountingProcess;
import dev.sessionbench.bench.run.Profilers;
import dev.sessionbench.gate.policy.PolicyFile;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Looks into an arm's jar, or its class path, without loading a class of it.
 *
 * @param classPath the class path
 */
record ArmClassPath(String classPath) {
  private static final String JMH = "org/openjdk/jmh/Main.class";
  private static final String COUNTING =
      CountingProcess.class.getName().replace('.', '/') + ".class";

  /** Whether it can run benchmarks at all. */
  boolean hasJmh() {
    return holds(JMH);
  }

  /** Whether it can count its client's requests. */
  boolean counts() {
    return holds(COUNTING);
  }

  private boolean holds(String resource) {
    return look(loader -> loader.findResource(resource) != null, false);
  }

  /** The profilers by which its benchmarks report the figures of each run; empty for none. */
  List<String> profilers() {
    return look(Profilers::listed, List.of());
  }

  /** What the build in it says of itself. */
  BuildIdentity build() {
    return look(BuildIdentity::read, new BuildIdentity(UNKNOWN, UNKNOWN, UNKNOWN));
  }

  /** The text of the policy that came with it; nothing where none did. */
  Optional<String> policy() {
    return look(loader -> text(loader, PolicyFile.RESOURCE), Optional.empty());
  }

  private static Optional<String> text(URLClassLoader loader, String resource) {
    try (InputStream in = loader.getResourceAsStream(resource)) {
      return in == null
          ? Optional.empty()
          : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The digest of the jar; empty where the class path is more than one. */
  String sha256() {
    Path jar = Path.of(classPath.split(File.pathSeparator, -1)[0]);
    if (classPath.contains(File.pathSeparator) || !Files.isRegularFile(jar)) {
      return "";
    }
    try {
      return MoreFiles.asByteSource(jar).hash(Hashing.sha256()).toString();
    } catch (IOException e) {
      return "";
    }
  }

  private <T> T look(Function<URLClassLoader, T> inside, T otherwise) {
    List<URL> urls = new ArrayList<>();
    try {
      for (String part : classPath.split(File.pathSeparator, -1)) {
        urls.add(Path.of(part).toUri().toURL());
      }
      // No parent: what this process has on its own class path is not the arm's.
      try (URLClassLoader loader = new URLClassLoader(urls.toArray(new URL[0]), null)) {
        return inside.apply(loader);
      }
    } catch (IOException e) {
      return otherwise;
    }
  }
}
