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
import java.util.List;
import java.util.Optional;

/**
 * Builds the sides of a gate. It builds a revision, or the working tree with its changes, in a
 * separate git worktree. It never touches the checkout itself. It checks that the build is the
 * named one.
 *
 * @param start a folder in the checkout that revisions and sources are taken from
 * @param jars where the built jars and the builds' logs are kept
 * @param ownClassPath the class path of sides that need no build
 * @param maven the program to run instead of Maven; empty for Maven itself
 */
public record SideBuilder(Path start, Path jars, String ownClassPath, Optional<String> maven) {
  private static final String ARTIFACT = "<artifactId>session-pool-benchmarks</artifactId>";
  private static final String JAR = "target/benchmarks.jar";
  private static final String BUILD =
      "-B -ntp -q package -DskipTests -Dspotless.check.skip=true"
          + " -Dmaven.gitcommitid.nativegit=true";

  /**
   * A builder that takes sources from the checkout around the working directory.
   *
   * @param folder the gate's folder, for the built jars and the builds' logs
   */
  public static SideBuilder in(Path folder) {
    return new SideBuilder(
        Path.of(""),
        folder.resolve(MeasurementFolder.SIDES),
        System.getProperty("java.class.path", ""),
        Optional.empty());
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
    SideSpec spec = named.clientJar().map(ClientJar::keep).map(named::withClient).orElse(named);
    if (spec.jar().filter(jar -> !Files.isRegularFile(jar)).isPresent()) {
      throw spec.wrong(side, "there is no such file");
    }
    String classPath =
        spec.jar()
            .or(() -> spec.needsBuild() ? Optional.of(buildJar(side, spec)) : Optional.empty())
            .map(jar -> jar.toAbsolutePath().toString())
            .orElse(ownClassPath);
    SideClassPath built = new SideClassPath(classPath);
    if (!built.holds(CountingProcess.class.getName())) {
      throw spec.wrong(side, "must be a benchmarks jar of this suite, and no older build");
    }
    BuildIdentity build = built.build();
    return new BuiltSide(
        classPath,
        new SideIdentity(
            spec.text(),
            spec.params(),
            build.gitCommit(),
            build.dirty(),
            spec.client(side).map(ClientUnderTest::name).orElse(build.clientVersion()),
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
    return BuildTool.git(source("--base"), none.formatted(branch), "merge-base", branch, "HEAD")
        .strip();
  }

  /** Builds in a scratch folder: a revision, or the working tree with its changes. */
  private Path buildJar(Side side, SideSpec spec) {
    String name = "--%s %s".formatted(side.option(), spec.text());
    Path source = source(name);
    try {
      Path scratch = Files.createTempDirectory("gate-build");
      Path copy = scratch.resolve("source");
      try {
        return buildWorktree(side, spec, source, copy, name);
      } finally {
        BuildTool.delete(scratch);
      }
    } catch (IOException e) {
      throw new BadInput(name + ": " + e, e);
    }
  }

  private Path buildWorktree(Side side, SideSpec spec, Path source, Path copy, String name)
      throws IOException {
    String revision = spec.revision().orElse("HEAD") + "^{commit}";
    String unknown =
        name
            + (spec.revision().isPresent()
                ? ": there is no such revision"
                : ": must be a checkout by git, or name a jar");
    String commit =
        BuildTool.git(source, unknown, "rev-parse", "--verify", "--quiet", revision).strip();
    String failed = name + ": cannot be checked out";
    BuildTool.git(source, failed, "worktree", "add", "--detach", copy.toString(), commit);
    try {
      if (spec.revision().isEmpty()) {
        copyChanges(source, copy);
      }
      Path jar = maven(side, spec, copy);
      String built = new SideClassPath(jar.toString()).build().gitCommit();
      if (!List.of(commit, UNKNOWN).contains(built)) {
        throw spec.wrong(side, "the build is of " + built + ", not of " + commit);
      }
      return jar;
    } finally {
      String kept = name + ": cannot be cleaned up";
      BuildTool.git(source, kept, "worktree", "remove", "--force", copy.toString());
    }
  }

  private Path maven(Side side, SideSpec spec, Path source) throws IOException {
    Path log = jars.resolve("build-" + side.option() + ".log");
    List<String> command = new ArrayList<>(List.of(maven.orElseGet(() -> BuildTool.maven(source))));
    command.addAll(List.of(BUILD.split(" ", -1)));
    Files.createDirectories(jars);
    Files.deleteIfExists(log);
    int code = BuildTool.run(source, log, command);
    Path jar = source.resolve(JAR);
    if (code != 0 || !Files.isRegularFile(jar)) {
      String failed = "the build failed: %s; see %s";
      throw spec.wrong(side, failed.formatted(BuildTool.firstError(log), log));
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
      // A pom.xml that cannot be read is treated as another project's.
    }
    throw new BadInput(what + ": must be run in a checkout of the suite, to build from its source");
  }

  /**
   * Makes a checkout of the last commit equal to the working tree. It copies changed files, and new
   * files where the build looks for them. Other new files do not affect the build.
   */
  private static void copyChanges(Path source, Path copy) throws IOException {
    String complaint = source + ": its changes cannot be listed";
    String diff = "diff --name-only --no-renames -z HEAD";
    String others = "ls-files -z --others --exclude-standard -- src .mvn";
    String changed =
        BuildTool.git(source, complaint, diff.split(" ", -1))
            + BuildTool.git(source, complaint, others.split(" ", -1));
    for (String file : Splitter.on('\0').omitEmptyStrings().split(changed)) {
      if (Files.isRegularFile(source.resolve(file))) {
        copy(source, file, copy);
      } else {
        Files.deleteIfExists(copy.resolve(file));
      }
    }
  }

  private static void copy(Path source, String file, Path to) throws IOException {
    Path target = to.resolve(file);
    MoreFiles.createParentDirectories(target);
    Files.copy(
        source.resolve(file),
        target,
        StandardCopyOption.COPY_ATTRIBUTES,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * Reads a side's jar or class path without loading its classes.
   *
   * @param classPath the class path
   */
  record SideClassPath(String classPath) {
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
