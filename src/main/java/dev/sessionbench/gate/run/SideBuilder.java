package dev.sessionbench.gate.run;

import static dev.sessionbench.base.results.Environment.UNKNOWN;

import com.google.common.base.Splitter;
import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.BuildIdentity;
import dev.sessionbench.base.text.BuildTool;
import dev.sessionbench.bench.client.ClientJar;
import dev.sessionbench.bench.client.ClientUnderTest;
import dev.sessionbench.bench.count.CountingProcess;
import dev.sessionbench.bench.run.Profilers;
import dev.sessionbench.gate.MeasurementFolder;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.SideIdentity;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.gate.run.Sides.BuiltSide;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/**
 * Builds the sides of a gate. It builds a revision, or the working tree with its changes, in a
 * separate git worktree. It never touches the checkout itself. It checks that the build is the
 * named one.
 *
 * @param start a folder in the checkout that revisions and sources are taken from
 * @param jars where the built jars and the builds' logs are kept
 * @param ownClassPath the class path of sides that need no build
 * @param suiteBuild the shell command that builds this suite
 */
public record SideBuilder(Path start, Path jars, String ownClassPath, String suiteBuild) {
  private static final String ARTIFACT = "<artifactId>session-pool-benchmarks</artifactId>";
  private static final String SUITE_BUILD =
      "$(command -v mvn || echo ./mvnw) -B -ntp -q package -DskipTests -Dspotless.check.skip=true"
          + " -Dmaven.gitcommitid.nativegit=true";
  private static final Pattern SUITE_JAR = Pattern.compile("target/benchmarks\\.jar");
  private static final Pattern CLIENT_JAR =
      Pattern.compile(
          "(.*/)?target/(.*/)?google-cloud-spanner-[0-9][^/]*(?<!-sources|-javadoc|-tests)\\.jar");

  /**
   * A builder that takes sources from the checkout around the working directory.
   *
   * @param folder the gate's folder, for the built jars and the builds' logs
   */
  public static SideBuilder in(Path folder) {
    String classPath = System.getProperty("java.class.path", "");
    Path jars = folder.resolve(MeasurementFolder.SIDES);
    return new SideBuilder(Path.of(""), jars, classPath, SUITE_BUILD);
  }

  /** Makes the folders absolute. */
  public SideBuilder {
    start = start.toAbsolutePath().normalize();
    jars = jars.toAbsolutePath();
  }

  /**
   * Makes a side.
   *
   * @param side which one
   * @param named what to build
   * @return the side, ready to run
   * @throws BadInput if the build fails, or is not the named one; one line, with the place of the
   *     log
   */
  public BuiltSide build(Side side, SideSpec named) {
    Optional<Checkout> from =
        named.needsBuild() ? Optional.of(checkout(side, named)) : Optional.empty();
    Optional<Path> jar = from.map(source -> buildJar(side, named, source)).or(named::jar);
    boolean missing = jar.filter(file -> !Files.isRegularFile(file)).isPresent();
    named.refuse(missing, side, "there is no such file");
    Optional<Path> client = jar.filter(ClientJar::isOne);
    SideSpec spec = client.map(ClientJar::keep).map(named::withClient).orElse(named);
    String classPath =
        jar.filter(file -> client.isEmpty())
            .map(file -> file.toAbsolutePath().toString())
            .orElse(ownClassPath);
    SideClassPath built = new SideClassPath(classPath);
    boolean older = !built.holds(CountingProcess.class.getName());
    spec.refuse(older, side, "must be a benchmarks jar of this suite, and no older build");
    BuildIdentity own = built.build();
    BuildIdentity build = from.filter(c -> client.isPresent()).map(Checkout::identity).orElse(own);
    return new BuiltSide(
        classPath,
        new SideIdentity(
            spec.text(),
            spec.params(),
            build.gitCommit(),
            build.dirty(),
            spec.client(side).map(ClientUnderTest::name).orElse(own.clientVersion()),
            built.sha256(),
            spec.injection()));
  }

  /**
   * The merge base of this checkout and a branch.
   *
   * @param branch for example {@code origin/main}
   * @return the commit
   * @throws BadInput if there is no such branch or no common commit
   */
  public String mergeBase(String branch) {
    String none =
        "no merge base with %s: fetch it with its history, or name a baseline with --base";
    return BuildTool.git(start, none.formatted(branch), "merge-base", branch, "HEAD").strip();
  }

  /**
   * The source of a build.
   *
   * @param root the checkout
   * @param commit its commit
   * @param changes the files that differ from the commit and are built too
   */
  private record Checkout(Path root, String commit, List<String> changes) {
    BuildIdentity identity() {
      return new BuildIdentity(UNKNOWN, commit, "" + !changes.isEmpty());
    }

    /** Makes a checkout of the commit equal to this one. */
    void copyChanges(Path to) throws IOException {
      for (String file : changes) {
        Path target = to.resolve(file);
        if (Files.isRegularFile(root.resolve(file))) {
          MoreFiles.createParentDirectories(target);
          Files.copy(
              root.resolve(file),
              target,
              StandardCopyOption.COPY_ATTRIBUTES,
              StandardCopyOption.REPLACE_EXISTING);
        } else {
          Files.deleteIfExists(target);
        }
      }
    }
  }

  private Checkout checkout(Side side, SideSpec spec) {
    String name = name(side, spec);
    String what = spec.command().map(client -> "the client").orElse("the suite");
    String none =
        "%s: must be run in a checkout of %s, to build from its source".formatted(name, what);
    Path root = Path.of(BuildTool.git(start, none, "rev-parse", "--show-toplevel").strip());
    if (spec.command().isEmpty()) {
      BuildTool.git(root, none, "grep", "-q", ARTIFACT, "--", "pom.xml");
    }
    String unknown = name + ": there is no such revision";
    String named = spec.revision().orElse("HEAD") + "^{commit}";
    String commit = BuildTool.git(root, unknown, "rev-parse", "--verify", "--quiet", named).strip();
    return new Checkout(root, commit, spec.tree() ? changes(root) : List.of());
  }

  /** Changed files, and new files where builds look for them. */
  private static List<String> changes(Path root) {
    String complaint = root + ": its changes cannot be listed";
    String diff = "diff --name-only --no-renames -z HEAD";
    String others = "ls-files -z --others --exclude-standard -- :(glob)**/src/** .mvn";
    String tracked = BuildTool.git(root, complaint, diff.split(" ", -1));
    String untracked = BuildTool.git(root, complaint, others.split(" ", -1));
    return Splitter.on('\0').omitEmptyStrings().splitToList(tracked + untracked);
  }

  private static String name(Side side, SideSpec spec) {
    return "--%s %s".formatted(side.option(), spec.text());
  }

  /** Builds in a scratch folder. */
  private Path buildJar(Side side, SideSpec spec, Checkout from) {
    String name = name(side, spec);
    try {
      Path scratch = Files.createTempDirectory("gate-build");
      Path copy = scratch.resolve("source");
      try {
        String failed = name + ": cannot be checked out";
        String place = copy.toString();
        BuildTool.git(from.root, failed, "worktree", "add", "--detach", place, from.commit);
        try {
          from.copyChanges(copy);
          return buildJar(side, spec, from, copy);
        } finally {
          String kept = name + ": cannot be cleaned up";
          BuildTool.git(from.root, kept, "worktree", "remove", "--force", place);
        }
      } finally {
        BuildTool.delete(scratch);
      }
    } catch (IOException e) {
      throw new BadInput(name + ": " + e, e);
    }
  }

  private Path buildJar(Side side, SideSpec spec, Checkout from, Path copy) throws IOException {
    Path log = jars.resolve("build-" + side.option() + ".log");
    Files.createDirectories(jars);
    Files.deleteIfExists(log);
    String command = spec.command().orElse(suiteBuild);
    if (BuildTool.run(copy, log, List.of("sh", "-c", command)) != 0) {
      String failed = "the build failed: %s; see %s";
      throw spec.wrong(side, failed.formatted(BuildTool.firstError(log), log));
    }
    boolean isClient = spec.command().isPresent();
    String wanted = isClient ? "google-cloud-spanner-VERSION.jar" : "benchmarks.jar";
    String none = "the build made no target/%s; see %s".formatted(wanted, log);
    Path jar =
        newest(copy, isClient ? CLIENT_JAR : SUITE_JAR).orElseThrow(() -> spec.wrong(side, none));
    if (isClient && !ClientJar.isOne(jar)) {
      String bare = "the build's %s has no pom of google-cloud-spanner in META-INF/maven; see %s";
      throw spec.wrong(side, bare.formatted(jar.getFileName(), log));
    }
    String built = new SideClassPath(jar.toString()).build().gitCommit();
    boolean other = !List.of(from.commit, UNKNOWN).contains(built);
    spec.refuse(other, side, "the build is of " + built + ", not of " + from.commit);
    return Files.copy(
        jar, jars.resolve(side.option() + ".jar"), StandardCopyOption.REPLACE_EXISTING);
  }

  /** The newest file that a build has made, of those with such a path. */
  private static Optional<Path> newest(Path root, Pattern path) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> path.matcher(root.relativize(file).toString()).matches())
          .max(Comparator.comparing(file -> file.toFile().lastModified()));
    }
  }

  /**
   * Reads a side's jar or class path without loading its classes.
   *
   * @param classPath the class path
   */
  record SideClassPath(String classPath) {
    /** Where JMH lists the benchmarks of a jar. */
    private static final String BENCHMARKS = BenchmarkList.BENCHMARK_LIST.substring(1);

    /** Reads something from a class path. */
    private interface Look<T> {
      T in(URLClassLoader loader) throws IOException;
    }

    /** Whether a class of this name exists. */
    boolean holds(String name) {
      String file = name.replace('.', '/') + ".class";
      return look(loader -> loader.findResource(file) != null, false);
    }

    /** The profilers with which its benchmarks report the metrics of each run; may be empty. */
    List<String> profilers() {
      return look(Profilers::listed, List.of());
    }

    /**
     * The JVM arguments that a benchmark asks for, except those that JMH appends. The gate appends
     * its own.
     *
     * @param pattern matches its name
     * @return the arguments; empty if it asks for none, or if the list of benchmarks is missing or
     *     of an unknown format
     */
    List<String> jvmArguments(String pattern) {
      return look(
          loader -> {
            List<String> all = new ArrayList<>();
            try (InputStream list = loader.getResourceAsStream(BENCHMARKS)) {
              List<BenchmarkListEntry> listed =
                  list == null ? List.of() : BenchmarkList.readBenchmarkList(list);
              listed.stream()
                  .filter(entry -> entry.getUsername().matches(pattern))
                  .limit(1)
                  .flatMap(entry -> Stream.of(entry.getJvmArgsPrepend(), entry.getJvmArgs()))
                  .forEach(words -> all.addAll(words.orElse(List.of())));
            } catch (IllegalStateException e) {
              throw new IOException(e);
            }
            return all;
          },
          List.of());
    }

    /** The identity that the build recorded. */
    BuildIdentity build() {
      return look(BuildIdentity::read, new BuildIdentity(UNKNOWN, UNKNOWN, UNKNOWN));
    }

    /** The text of the policy that came with it; empty if it has none. */
    Optional<String> policy() {
      return look(
          loader -> {
            try (InputStream in = loader.getResourceAsStream(PolicyFile.RESOURCE)) {
              return in == null
                  ? Optional.empty()
                  : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
          },
          Optional.empty());
    }

    /** The digest of the jar; empty if the class path is not a single jar. */
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

    private <T> T look(Look<T> inside, T otherwise) {
      List<URL> urls = new ArrayList<>();
      try {
        for (String part : classPath.split(File.pathSeparator, -1)) {
          urls.add(Path.of(part).toUri().toURL());
        }
        // No parent, so that this process's own class path is not searched.
        try (URLClassLoader loader = new URLClassLoader(urls.toArray(new URL[0]), null)) {
          return inside.in(loader);
        }
      } catch (IOException e) {
        return otherwise;
      }
    }
  }
}
