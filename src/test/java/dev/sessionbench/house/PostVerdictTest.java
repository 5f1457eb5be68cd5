package dev.sessionbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the trusted workflow's script with fakes of GitHub and the judge that record calls. */
class PostVerdictTest {
  private static final String SHA = "0123456789012345678901234567890123456789";

  @TempDir private Path folder;
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void standIns() throws IOException {
    Files.createDirectories(folder.resolve("posted"));
    Files.writeString(folder.resolve("posted/pull-request"), "7\n");
    Files.writeString(folder.resolve("heads"), "7 " + SHA + " fork/suite main\n");
    script(
        "gh",
        """
        echo "gh $*" >> calls
        case "$*" in
          *--paginate*pulls\\ *) cat heads ;;
          *pulls*'.[0].number'*) echo 7 ;;
          */files*) cat files ;;
          *issues/7/comments*--jq*) cat comments 2>/dev/null || true ;;
        esac
        """);
    script(
        "java",
        """
        echo "java $*" >> calls
        echo rendered
        [ -e moves ] && cp moves heads
        exit "$(cat code)"
        """);
    Files.writeString(folder.resolve("code"), "0");
    Files.writeString(folder.resolve("files"), "README.md\n");
  }

  private void script(String name, String text) throws IOException {
    Path file = Files.writeString(folder.resolve(name), "#!/usr/bin/env bash\n" + text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private List<String> run() throws IOException, InterruptedException {
    ProcessBuilder bash =
        new ProcessBuilder("bash", Path.of(".github/post-verdict").toAbsolutePath().toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("said").toFile());
    bash.environment().put("PATH", folder + ":" + System.getenv("PATH"));
    bash.environment().put("POSTED", folder.resolve("posted").toString());
    bash.environment().put("REPOSITORY", "owner/suite");
    bash.environment().put("HEAD", "fork:branch");
    bash.environment().put("HEAD_SHA", SHA);
    bash.environment().put("HEAD_REPOSITORY", "fork/suite");
    bash.environment().put("RUN_URL", "https://run");
    bash.environment().putAll(environment);
    Process process = bash.start();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(folder.resolve("said"))).isZero();
    return Files.exists(folder.resolve("calls"))
        ? Files.readAllLines(folder.resolve("calls"))
        : List.of();
  }

  private String posted() throws IOException {
    return Files.readString(folder.resolve("comment.md"));
  }

  @ParameterizedTest
  @CsvSource({"0, success", "1, failure", "3, neutral"})
  void postsTheVerdictAndItsCodeAsTheCheck(String code, String conclusion) throws Exception {
    Files.writeString(folder.resolve("code"), code);
    List<String> calls = run();
    assertThat(calls)
        .anyMatch(call -> call.startsWith("gh api repos/owner/suite/issues/7/comments -F body="))
        .anyMatch(call -> call.contains("check-runs") && call.contains("conclusion=" + conclusion));
    assertThat(posted()).startsWith("rendered\n").contains("Measured at " + SHA);
    assertThat(posted()).doesNotContain("This pull request changes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "results/policy.yaml | the policy",
        "results/policy-reduced.yaml | the policy",
        ".github/workflows/benchmark-gate.yml | a workflow",
        "pom.xml | the build",
        ".mvn/jvm.config | the build",
        "src/main/java/dev/sessionbench/gate/Judge.java | the judge",
        "src/main/java/dev/sessionbench/base/stats/Sample.java | the judge",
        "src/jmh/java/dev/sessionbench/SessionPoolBenchmark.java | what measures",
        "src/main/java/dev/sessionbench/bench/load/Workload.java | what measures",
        "src/main/java/dev/sessionbench/bench/count/Counts.java | what measures",
        "src/main/java/dev/sessionbench/bench/client/SpannerDriver.java | what measures",
        "src/main/java/dev/sessionbench/base/text/BuildTool.java | the judge",
        "src/main/java/dev/sessionbench/lab/pool/Pool.java | what measures",
        "src/main/java/dev/sessionbench/lab/strategy/Strategies.java | what measures",
        "src/main/java/dev/sessionbench/serverless/New.java | what measures",
        "src/main/java/dev/sessionbench/mock/serve/JSONResultFormat.java | what measures",
        "src/main/java/dev/sessionbench/lab/advise/Advice.java | what measures",
        "src/main/java/dev/sessionbench/study/diagnosis/Planted.java | what measures",
        "src/main/java/com/google/cloud/spanner/Bridge.java | what measures",
        "src/main/resources/dev/sessionbench/mock/profile/original.yaml | what measures",
        "src/main/resources/META-INF/services/org.openjdk.jmh.profile.Profiler | what measures",
        "src/jmh/resources/META-INF/services/org.openjdk.jmh.profile.Profiler | what measures",
      })
  void changeOfTheJudgementIsAtBestNeutral(String file, String role) throws Exception {
    Files.writeString(folder.resolve("files"), "docs/gate.md\n" + file + "\n");
    assertThat(run()).anyMatch(call -> call.contains("conclusion=neutral"));
    assertThat(posted()).contains("\n**This pull request changes " + role + ".** ");
    Files.writeString(folder.resolve("code"), "1");
    assertThat(run()).anyMatch(call -> call.contains("conclusion=failure"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "src/test/java/dev/sessionbench/gate/run/FakeSides.java",
        "docs/gate.md",
      })
  void filesOutsideTheBenchmarksJarMayChange(String file) throws Exception {
    Files.writeString(folder.resolve("files"), file + "\n");
    assertThat(run()).anyMatch(call -> call.contains("conclusion=success"));
    assertThat(posted()).doesNotContain("This pull request changes");
  }

  @ParameterizedTest
  @CsvSource({
    "workflow, src/main/java/A.java, success",
    "workflow, pom.xml, success",
    "workflow, .github/workflows/gate.yml, neutral",
    "workflow build, client/pom.xml, neutral",
    "workflow build, client/src/main/java/A.java, success"
  })
  void anotherRepositorySaysWhichChangesItDistrusts(
      String distrusted, String file, String conclusion) throws Exception {
    environment.put("DISTRUSTED", distrusted);
    Files.writeString(folder.resolve("files"), file + "\n");
    assertThat(run()).anyMatch(call -> call.contains("conclusion=" + conclusion));
  }

  @Test
  void checkNamesTheBranch() throws Exception {
    Files.writeString(
        folder.resolve("heads"),
        "8 " + SHA + " fork/suite release\n7 " + SHA + " fork/suite main\n");
    assertThat(run()).anyMatch(call -> call.contains("name=Benchmark gate verdict (main) "));
    Files.writeString(folder.resolve("posted/pull-request"), "8\n");
    assertThat(run()).anyMatch(call -> call.contains("name=Benchmark gate verdict (release) "));
  }

  @Test
  void namesOfChangedFilesAreNeverPosted() throws Exception {
    Files.writeString(
        folder.resolve("files"),
        "results/policy@octocat\n.github/**x**`touch broken`$(touch broken)\nnot/.github/x\n");
    run();
    assertThat(posted())
        .contains("changes the policy, a workflow.**")
        .doesNotContain("octocat", "**x**");
    assertThat(folder.resolve("broken")).doesNotExist();
  }

  @Test
  void tooManyChangedFilesAreReported() throws Exception {
    Files.writeString(folder.resolve("files"), "docs/x\n".repeat(3_000));
    run();
    assertThat(posted()).contains("changes more files than can be looked through.**");
  }

  @Test
  void earlierCommentIsUpdated() throws Exception {
    Files.writeString(folder.resolve("comments"), "55\n66\n");
    assertThat(run())
        .anyMatch(call -> call.contains("-X PATCH repos/owner/suite/issues/comments/55"));
  }

  @Test
  void invalidVerdictIsPostedAsNoVerdict() throws Exception {
    Files.writeString(folder.resolve("code"), "2");
    assertThat(run()).anyMatch(call -> call.contains("conclusion=failure"));
    assertThat(posted())
        .startsWith("<!-- session-pool-gate -->\n### Benchmark gate: no verdict\n")
        .doesNotContain("rendered");
  }

  @Test
  void olderRunPostsNothing() throws Exception {
    Files.writeString(folder.resolve("heads"), "7 another fork/suite main\n");
    assertNothingPosted();
  }

  @ParameterizedTest
  @ValueSource(strings = {"another fork/suite main", SHA + " fork/suite release"})
  void postsNothingIfThePullRequestChangesMeanwhile(String now) throws Exception {
    Files.writeString(folder.resolve("moves"), "7 " + now + "\n");
    assertNothingPosted();
  }

  @Test
  void postsNothingToAnotherRepositoryOrNumber() throws Exception {
    Files.writeString(
        folder.resolve("heads"), "7 " + SHA + " other/suite main\n8 " + SHA + " fork/suite main\n");
    assertNothingPosted();
  }

  @Test
  void onlyDigitsOfTheNumberAreUsed() throws Exception {
    Files.writeString(folder.resolve("posted/pull-request"), "7; touch broken `touch broken`\n");
    assertThat(run()).anyMatch(call -> call.contains("issues/7/comments -F body="));
    assertThat(folder.resolve("broken")).doesNotExist();
  }

  @Test
  void runWithoutANumberBelongsToTheBranch() throws Exception {
    Files.delete(folder.resolve("posted/pull-request"));
    Files.writeString(folder.resolve("code"), "2");
    assertThat(run()).anyMatch(call -> call.contains("issues/7/comments -F body="));
  }

  private void assertNothingPosted() throws Exception {
    assertThat(run()).noneMatch(call -> call.contains("-F body=") || call.contains("check-runs"));
  }
}
