package dev.sessionbench.gate.run;

import dev.sessionbench.results.Environment;
import dev.sessionbench.run.Profilers;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;

/**
 * Looks into an arm's jar, or its class path, without loading a class of it.
 *
 * @param classPath the class path
 */
record ArmClassPath(String classPath) {
  /** The profiler of revisions that are older than their list of profilers. */
  private static final String OLD_PROFILER = "dev.sessionbench.InvocationMetricsProfiler";

  private static final String JMH = "org/openjdk/jmh/Main.class";
  private static final String BENCHMARKS = "META-INF/BenchmarkList";
  private static final String CLIENT =
      "META-INF/maven/com.google.cloud/google-cloud-spanner/pom.properties";
  private static final String GIT = "dev/sessionbench/git.properties";

  /** Whether it can run benchmarks at all. */
  boolean hasJmh() {
    try (URLClassLoader loader = loader()) {
      return loader.findResource(JMH) != null;
    } catch (IOException e) {
      return false;
    }
  }

  /** The profilers by which its benchmarks report the figures of each run; empty for none. */
  List<String> profilers() {
    try (URLClassLoader loader = loader()) {
      List<String> listed = Profilers.listed(loader);
      String old = OLD_PROFILER.replace('.', '/') + ".class";
      return listed.isEmpty() && loader.findResource(old) != null ? List.of(OLD_PROFILER) : listed;
    } catch (IOException e) {
      return List.of();
    }
  }

  /** Whether its benchmarks have the parameter {@code timeScale}, which older ones have not. */
  boolean scalesTime() {
    try (URLClassLoader loader = loader();
        InputStream in = loader.getResourceAsStream(BENCHMARKS)) {
      return in != null
          && new String(in.readAllBytes(), StandardCharsets.UTF_8).contains("timeScale");
    } catch (IOException e) {
      return false;
    }
  }

  /** The google-cloud-spanner in it. */
  String clientVersion() {
    return property(CLIENT, "version");
  }

  /** The commit that it was built from. */
  String gitCommit() {
    return property(GIT, "git.commit.id.full");
  }

  /** The digest of the jar; empty where the class path is more than one. */
  String sha256() {
    Path jar = Path.of(classPath.split(File.pathSeparator, -1)[0]);
    if (classPath.contains(File.pathSeparator) || !Files.isRegularFile(jar)) {
      return "";
    }
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(Files.readAllBytes(jar)));
    } catch (IOException | NoSuchAlgorithmException e) {
      return "";
    }
  }

  private String property(String resource, String key) {
    Properties properties = new Properties();
    try (URLClassLoader loader = loader();
        InputStream in = loader.getResourceAsStream(resource)) {
      if (in != null) {
        properties.load(in);
      }
    } catch (IOException e) {
      properties.clear();
    }
    return properties.getProperty(key, Environment.UNKNOWN);
  }

  private URLClassLoader loader() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String part : classPath.split(File.pathSeparator, -1)) {
      urls.add(Path.of(part).toUri().toURL());
    }
    // No parent: what this process has on its own class path is not the arm's.
    return new URLClassLoader(urls.toArray(new URL[0]), null);
  }
}
