package dev.sessionbench.gate.run;

import static dev.sessionbench.base.results.Environment.UNKNOWN;

import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.BuildIdentity;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.text.BuildTool;
import dev.sessionbench.bench.client.Generation;
import dev.sessionbench.bench.count.CountingProcess;
import dev.sessionbench.bench.run.Profilers;
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
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Makes sides that can run. A revision is built in a git worktree of its own, and so is a working
 * tree without changes, with its own or another client version; one with changes is built in a copy
 * of the source. The checkout itself is never touched. What comes out is checked to be what was
 * named.
 *
 * @param start a folder in the checkout that revisions and sources are taken from
 * @param jars where the built jars and the builds' logs are kept
 * @param ownClassPath the class path of sides that name nothing to build
 * @param maven the program to run for Maven; nothing for Maven itself
 */
public record SideBuilder(Path start, Path jars, String ownClassPath, Optional<String> maven) {
  private static final String ARTIFACT = "<artifactId>session-pool-benchmarks</artifactId>";
  private static final String JAR = "target/benchmarks.jar";
  private static final String JARS = "arms";

  /**
   * A builder that takes sources from the checkout around the working directory.
   *
   * @param folder the gate's folder, for the built jars and the builds' logs
   */
  public static SideBuilder in(Path folder) {
    return new SideBuilder(
        Path.of(""),
        folder.resolve(JARS),
        System.getProperty("java.class.path", ""),
        Optional.empty());
  }

  /** Where a gate's folder keeps the jar of a side that was built. */
  static Path kept(Path folder, Side side) {
    return folder.resolve(JARS).resolve(side.option() + ".jar");
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
   * @param words what it is to be
   * @return the side, ready to run
   * @throws BadInput if it cannot be built, or the build is not what was named; one line, with the
   *     place of the log
   */
  public BuiltSide build(Side side, SideSpec words) {
    String classPath = ownClassPath;
    if (words.jar().isPresent()) {
      Path jar = words.jar().get().toAbsolutePath();
      if (!Files.isRegularFile(jar)) {
        throw words.wrong(side, "there is no such file");
      }
      classPath = jar.toString();
    } else if (words.needsBuild()) {
      classPath = buildJar(side, words).toString();
    }
    SideClassPath built = new SideClassPath(classPath);
    if (!built.hasJmh()) {
      throw words.wrong(side, "holds no JMH: must be a jar with benchmarks and all they need");
    }
    if (!built.counts()) {
      throw words.wrong(
          side, "cannot count its requests for sessions: must be this suite, and no older build");
    }
    BuildIdentity build = built.build();
    String client = build.clientVersion();
    if (!words.client().orElse(client).equals(client)) {
      throw words.wrong(side, "the build holds google-cloud-spanner " + client);
    }
    Optional<Generation> generation = words.generation(side);
    return new BuiltSide(
        classPath,
        new SideIdentity(
            words.text(),
            words.params(),
            build.gitCommit(),
            build.dirty(),
            generation.map(Generation::name).orElse(client),
            built.sha256(),
            words.injection()));
  }

  /**
   * The commit at which this checkout left a branch.
   *
   * @param branch for example {@code origin/main}
   * @return the commit
   * @throws BadInput if there is no such branch or no common commit
   */
  public String mergeBase(String branch) {
    return BuildTool.git(
            source("--base"),
            "no merge base with "
                + branch
                + ": fetch it with its history, or name a baseline with --base",
            "merge-base",
            branch,
            "HEAD")
        .strip();
  }

  private Path buildJar(Side side, SideSpec words) {
    Path source = source("--" + side.option() + " " + words.text());
    try {
      Path scratch = Files.createTempDirectory("gate-build");
      try {
        Path copy = scratch.resolve("source");
        if (words.revision().isPresent() || isCommitted(source)) {
          return buildRevision(side, words, source, copy);
        }
        copySource(source, copy);
        return maven(side, words, copy);
      } finally {
        BuildTool.delete(scratch);
      }
    } catch (IOException e) {
      throw new BadInput("--%s %s: %s".formatted(side.option(), words.text(), e), e);
    }
  }

  private Path buildRevision(Side side, SideSpec words, Path source, Path worktree)
      throws IOException {
    String revision = words.revision().orElse("HEAD");
    String name = "--%s %s".formatted(side.option(), words.text());
    String commit =
        BuildTool.git(
                source,
                name + ": there is no such revision",
                "rev-parse",
                "--verify",
                "--quiet",
                revision + "^{commit}")
            .strip();
    BuildTool.git(
        source,
        name + ": cannot be checked out",
        "worktree",
        "add",
        "--detach",
        worktree.toString(),
        commit);
    try {
      Path jar = maven(side, words, worktree);
      String built = new SideClassPath(jar.toString()).build().gitCommit();
      if (!built.equals(commit) && !built.equals(Environment.UNKNOWN)) {
        throw words.wrong(side, "the build is of " + built + ", not of " + commit);
      }
      return jar;
    } finally {
      BuildTool.git(
          source, name + ": cannot be cleaned up", "worktree", "remove", "--force", "" + worktree);
    }
  }

  private Path maven(Side side, SideSpec words, Path source) throws IOException {
    Path log = jars.resolve("build-" + side.option() + ".log");
    List<String> command = new ArrayList<>();
    command.add(maven.orElseGet(() -> BuildTool.maven(source)));
    command.addAll(
        List.of(
            "-B",
            "-ntp",
            "-q",
            "package",
            "-DskipTests",
            "-Dspotless.check.skip=true",
            "-Dmaven.gitcommitid.nativegit=true"));
    words.client().ifPresent(version -> command.add("-Dspanner.version=" + version));
    Files.createDirectories(jars);
    Files.deleteIfExists(log);
    int code = BuildTool.run(source, log, command);
    Path jar = source.resolve(JAR);
    if (code != 0 || !Files.isRegularFile(jar)) {
      throw words.wrong(
          side,
          "the build failed: "
              + BuildTool.firstError(log)
              + "; see "
              + log
              + words
                  .client()
                  .map("; generation=%s runs that client as it is"::formatted)
                  .orElse(""));
    }
    return Files.copy(
        jar, jars.resolve(side.option() + ".jar"), StandardCopyOption.REPLACE_EXISTING);
  }

  /** The checkout of this project around the starting folder. */
  private Path source(String what) {
    Path place = start;
    while (place != null && !Files.exists(place.resolve("pom.xml"))) {
      place = place.getParent();
    }
    try {
      if (place != null && Files.readString(place.resolve("pom.xml")).contains(ARTIFACT)) {
        return place;
      }
    } catch (IOException e) {
      // As good as another project's.
    }
    throw new BadInput(what + ": must be run in a checkout of the suite, to build from its source");
  }

  /**
   * Whether a build of the last commit is one of the working tree: no file of that commit has
   * changed, and there is no new one where the build looks for what there is. New folders beside,
   * as those of gates, change nothing.
   */
  private static boolean isCommitted(Path source) {
    String complaint = source + ": its changes cannot be listed";
    return Files.exists(source.resolve(".git"))
        && (BuildTool.git(
                    source,
                    complaint,
                    "--no-optional-locks",
                    "status",
                    "--porcelain",
                    "--untracked-files=no")
                + BuildTool.git(
                    source,
                    complaint,
                    "ls-files",
                    "--others",
                    "--exclude-standard",
                    "--",
                    "src",
                    ".mvn"))
            .isEmpty();
  }

  /** Copies what git would commit; all but the build's folder where there is no git. */
  private static void copySource(Path source, Path copy) throws IOException {
    List<String> files = new ArrayList<>();
    if (Files.exists(source.resolve(".git"))) {
      String listed =
          BuildTool.git(
              source,
              source + ": its files cannot be listed",
              "ls-files",
              "-z",
              "--cached",
              "--others",
              "--exclude-standard");
      files.addAll(List.of(listed.split("\0", -1)));
    } else {
      try (Stream<Path> walked = Files.walk(source)) {
        walked
            .filter(file -> !file.startsWith(source.resolve("target")))
            .forEach(file -> files.add(source.relativize(file).toString()));
      }
    }
    for (String file : files) {
      // A file that was deleted and not yet committed is still listed.
      if (!file.isEmpty() && Files.isRegularFile(source.resolve(file))) {
        Path target = copy.resolve(file);
        Files.createDirectories(Objects.requireNonNull(target.getParent(), "a file has a folder"));
        Files.copy(source.resolve(file), target, StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  /**
   * Looks into a side's jar, or its class path, without loading a class of it.
   *
   * @param classPath the class path
   */
  record SideClassPath(String classPath) {
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
        // No parent: what this process has on its own class path is not the side's.
        try (URLClassLoader loader = new URLClassLoader(urls.toArray(new URL[0]), null)) {
          return inside.apply(loader);
        }
      } catch (IOException e) {
        return otherwise;
      }
    }
  }
}
