package dev.sessionbench.gate.run;

import static dev.sessionbench.base.model.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.text.BuildTool;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.run.Sides.BuiltSide;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Builds with a replacement for Maven, in a temporary repository. */
class SideBuilderTest {
  private static final String POM = "META-INF/maven/com.google.cloud/google-cloud-spanner/pom";

  @TempDir Path folder;

  private Path source = Path.of("");
  private Path jars = Path.of("");
  private String counting = "dev/sessionbench/bench/count/CountingProcess.class";

  @BeforeEach
  void makeRepository() throws IOException {
    source = Files.createDirectories(folder.resolve("source"));
    jars = folder.resolve("jars");
    Files.writeString(
        source.resolve("pom.xml"), "<artifactId>session-pool-benchmarks</artifactId>");
    Files.writeString(source.resolve(".gitignore"), "ignored\n");
    Files.writeString(source.resolve("ignored"), "x");
    Files.writeString(source.resolve("state"), "one");
    git("init", "-q");
    commit();
    Files.writeString(source.resolve("state"), "two");
  }

  private String git(String... arguments) {
    return BuildTool.git(source, "git failed", arguments).strip();
  }

  private void commit() {
    git("add", "-A");
    git("-c", "user.name=t", "-c", "user.email=t@t", "commit", "-q", "-m", "x");
  }

  /**
   * A builder whose Maven is a program that writes the jar, and records its sources next to the
   * log.
   */
  private SideBuilder builder(String script) throws IOException {
    Path maven = folder.resolve("maven.sh");
    Files.writeString(maven, "#!/bin/sh\n" + script + "\n");
    assertThat(maven.toFile().setExecutable(true)).isTrue();
    return new SideBuilder(source, jars, "none", maven.toString());
  }

  private String building(String clientVersion) throws IOException {
    Map<String, String> entries = new TreeMap<>();
    entries.put("org/openjdk/jmh/Main.class", "");
    entries.put(counting, "");
    entries.put(POM + ".properties", "version=" + clientVersion);
    entries.put(
        "dev/sessionbench/git.properties",
        "git.commit.id.full=%s%ngit.dirty=false%n".formatted(git("rev-parse", "HEAD")));
    return "mkdir -p target && cp %s target/benchmarks.jar && cat state > %s && ls > %s"
        .formatted(jar("made.jar", entries), folder.resolve("built"), folder.resolve("files"));
  }

  private Path jar(String name, Map<String, String> entries) throws IOException {
    Path jar = folder.resolve(name);
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, String> entry : new TreeMap<>(entries).entrySet()) {
        ZipEntry added = new ZipEntry(entry.getKey());
        // A client's jar is kept by its digest, which must not depend on the time.
        added.setTimeLocal(LocalDateTime.of(2026, 1, 1, 0, 0));
        zip.putNextEntry(added);
        zip.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
      }
    }
    return jar;
  }

  /** A client's repository, whose build takes the jar that its file {@code state} names. */
  private SideBuilder ofClient() throws IOException {
    for (String state : List.of("one", "two")) {
      jar(
          state + ".jar",
          Map.of(POM + ".xml", "<project/>", POM + ".properties", "version=6.107.0", "a", state));
    }
    Files.delete(source.resolve("pom.xml"));
    Files.writeString(source.resolve("state"), "one");
    commit();
    Files.writeString(source.resolve("state"), "two");
    String own = System.getProperty("java.class.path", "");
    return new SideBuilder(Files.createDirectories(source.resolve("sub")), jars, own, "false");
  }

  private static SideSpec client(String words, String command) {
    return SideSpec.parse(Side.CANDIDATE, words).builtBy(Optional.of(command));
  }

  private BuiltSide build(SideBuilder builder, String words) {
    return builder.build(Side.CANDIDATE, SideSpec.parse(Side.CANDIDATE, words));
  }

  private AbstractThrowableAssert<?, ? extends Throwable> refusing(
      SideBuilder builder, String words) {
    return refused(() -> build(builder, words));
  }

  @Test
  void buildsTheWorkingTreeWithoutIgnoredFiles() throws IOException {
    BuiltSide side = build(builder(building("6.107.0")), "tree,incStep=20");
    assertThat(folder.resolve("built")).hasContent("two");
    assertThat(Files.readString(folder.resolve("files"))).doesNotContain("ignored");
    assertThat(source.resolve("target")).doesNotExist();
    assertThat(side.classPath()).isEqualTo(jars.resolve("head.jar").toString());
    assertThat(side.identity().params()).isEqualTo(Map.of("incStep", "20"));
    assertThat(side.identity().sha256()).hasSize(64);
  }

  @Test
  void buildsAnUnchangedWorkingTreeAsItsCommit() throws IOException {
    commit();
    // A gate's own folder is not a change.
    Files.createDirectories(source.resolve("part1/blocks"));
    Files.createFile(source.resolve("part1/plan.json"));
    BuiltSide side = build(builder(building("6.106.0")), "tree");
    assertThat(folder.resolve("built")).hasContent("two");
    assertThat(Files.readString(folder.resolve("files"))).doesNotContain("part1");
    assertThat(side.identity().gitCommit()).isEqualTo(git("rev-parse", "HEAD"));
    assertThat(side.identity().dirty()).isEqualTo("false");
    assertThat(git("worktree", "list").lines()).hasSize(1);
  }

  @Test
  void buildsNewSourceFiles() throws IOException {
    commit();
    Files.createDirectories(source.resolve("src"));
    Files.createFile(source.resolve("src/New.java"));
    build(builder(building("6.107.0")), "tree");
    assertThat(Files.readString(folder.resolve("files"))).contains("src");
  }

  @Test
  void buildsARevisionAndLeavesNoWorktree() throws IOException {
    build(builder(building("6.107.0")), "rev=HEAD");
    assertThat(folder.resolve("built")).hasContent("one");
    assertThat(git("worktree", "list").lines()).hasSize(1);
    assertThat(source.resolve("state")).hasContent("two");
  }

  @Test
  void identityNamesTheClientThatForksRun() throws IOException {
    SideBuilder builder = builder(building("6.107.0"));
    BuiltSide side = build(builder, folder.resolve("made.jar") + ",client=1.52.0");
    assertThat(side.identity().clientVersion()).isEqualTo("1.52.0");
    assertThat(side.identity().params()).isEqualTo(Map.of("client", "1.52.0"));
    assertThat(
            build(builder, folder.resolve("made.jar") + ",client=built").identity().clientVersion())
        .isEqualTo("6.107.0");
  }

  @Test
  void refusesASideThatCannotCount() throws IOException {
    counting = "dev/sessionbench/count/CountingProcess.class";
    SideBuilder older = builder(building("6.107.0"));
    refusing(older, "tree")
        .hasMessage("--head tree: must be a benchmarks jar of this suite, and no older build");
  }

  @Test
  void failedBuildIsOneLineWithItsLog() throws IOException {
    SideBuilder builder =
        builder("echo '[ERROR] COMPILATION ERROR :'; echo '[ERROR] A.java: no'; exit 1");
    for (String words : List.of("tree", "rev=HEAD")) {
      refusing(builder, words)
          .hasMessage(
              "--head %s: the build failed: A.java: no; see %s",
              words, jars.resolve("build-head.log"));
    }
    assertThat(git("worktree", "list").lines()).hasSize(1);
  }

  @Test
  void namesWhatIsMissing() throws IOException {
    SideBuilder builder = builder("exit 1");
    refusing(builder, "rev=nowhere")
        .hasMessageStartingWith("--head rev=nowhere: there is no such revision");
    refusing(builder, "nowhere.jar").hasMessage("--head nowhere.jar: there is no such file");
    refused(() -> builder.mergeBase("origin/main"))
        .hasMessageStartingWith("no merge base with origin/main");
    Files.writeString(folder.resolve("pom.xml"), "<artifactId>another</artifactId>");
    refused(() -> build(new SideBuilder(folder, jars, "none", "true"), "tree"))
        .hasMessageContaining("must be run in a checkout of the suite");
  }

  @ParameterizedTest
  @CsvSource({"rev=HEAD, one, false", "tree, two, true"})
  void clientIsBuiltFromARevisionOrTheTreeByAnyCommand(String words, String state, String dirty)
      throws IOException {
    String command =
        """
        echo building
        jar=FOLDER/$(cat state).jar
        mkdir -p a/target
        cd a/target
        cp $jar google-cloud-spanner-6.107.0.jar
        touch -d 2001-01-01 google-cloud-spanner-6.107.0.jar
        for other in executor- 1-sources 1-javadoc 1-tests; do echo > google-cloud-spanner-$other.jar; done
        """
            .replace("FOLDER", folder.toString());
    SideBuilder builder = ofClient();
    BuiltSide side = builder.build(Side.CANDIDATE, client(words, command));
    assertThat(jars.resolve("head.jar")).hasSameBinaryContentAs(folder.resolve(state + ".jar"));
    assertThat(jars.resolve("build-head.log")).hasContent("building");
    assertThat(side.identity().clientVersion()).matches("6\\.107\\.0@[0-9a-f]{12}");
    assertThat(side.identity().params())
        .isEqualTo(Map.of("client", side.identity().clientVersion()));
    assertThat(side.identity().gitCommit()).isEqualTo(git("rev-parse", "HEAD"));
    assertThat(side.identity().dirty()).isEqualTo(dirty);
    assertThat(side.classPath()).isEqualTo(builder.ownClassPath());
    assertThat(git("worktree", "list").lines()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "echo no; exit 3 | the build failed: no; see LOG",
        "exit 3 | the build failed: it printed nothing; see LOG",
        "echo A:1: error: gone; echo 1 error; false | the build failed: A:1: error: gone; see LOG",
        "true | the build made no target/google-cloud-spanner-VERSION.jar; see LOG",
        "mkdir target; touch target/google-cloud-spanner-1.jar | the build's google-cloud-spanner-1.jar has no pom of google-cloud-spanner in META-INF/maven; see LOG"
      })
  void failedBuildOfAClientIsOneLineWithItsLog(String command, String reason) throws IOException {
    SideBuilder builder = ofClient();
    refused(() -> builder.build(Side.CANDIDATE, client("rev=HEAD", command)))
        .hasMessage(
            "--head rev=HEAD: " + reason.replace("LOG", jars.resolve("build-head.log").toString()));
    assertThat(git("worktree", "list").lines()).hasSize(1);
  }

  @Test
  void clientIsBuiltInACheckoutOnly() {
    SideBuilder builder = new SideBuilder(folder, jars, "none", "true");
    refused(() -> builder.build(Side.CANDIDATE, client("tree", "true")))
        .hasMessageStartingWith(
            "--head tree: must be run in a checkout of the client, to build from its source");
  }
}
