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

/** Runs the script of the action, with a fake of the judge that records its call. */
class GateActionTest {
  @TempDir private Path folder;
  private final Map<String, String> environment = new HashMap<>();

  @BeforeEach
  void standIns() throws IOException {
    Path action = Files.createDirectories(folder.resolve("suite/.github/actions/gate"));
    Files.copy(Path.of(".github/actions/gate/run"), action.resolve("run"));
    script(
        "java",
        """
        echo "$PWD: ${GITHUB_OUTPUT:-hidden} $*" > FOLDER/call
        mkdir -p FOLDER/out; echo md > FOLDER/out/verdict.md; echo txt > FOLDER/out/verdict.txt
        exit "${CODE:-0}"
        """);
    script("git", "echo \"merge base of $2 and $3\"");
    List.of("BASE", "HEAD", "BUILD", "BASE_REV", "HEAD_REV")
        .forEach(name -> environment.put(name, ""));
    environment.putAll(Map.of("PULL_BASE", "pb", "PULL_HEAD", "ph", "NUMBER", "7"));
    environment.putAll(Map.of("BUDGET", "10m", "OUT", folder + "/out", "CHECKOUT", "."));
    environment.put("GITHUB_ACTION_PATH", action.toString());
    environment.put("GITHUB_OUTPUT", folder + "/output");
    environment.put("GITHUB_STEP_SUMMARY", folder + "/summary");
    environment.put("RUNNER_TEMP", Files.createDirectories(folder.resolve("temp")).toString());
    environment.put("PATH", folder + ":" + System.getenv("PATH"));
  }

  private void script(String name, String text) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve(name),
            "#!/usr/bin/env bash\n" + text.replace("FOLDER", folder.toString()));
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  /** Runs the script and returns its exit code. */
  private int run() throws IOException, InterruptedException {
    ProcessBuilder bash =
        new ProcessBuilder("bash", folder + "/suite/.github/actions/gate/run")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("said").toFile());
    bash.environment().putAll(environment);
    Process process = bash.start();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  private String read(String name) throws IOException {
    return Files.readString(folder.resolve(name)).strip();
  }

  private String gate(String place, String sides) {
    String line =
        "%s: hidden -jar %s/suite/target/benchmarks.jar gate %s --budget 10m --policy %s/suite/results/policy.yaml --out %s/out";
    return line.formatted(place, folder, sides, folder, folder);
  }

  @Test
  void twoClientsAreGatedOutsideOfTheCheckout() throws Exception {
    environment.put("BASE", "client=6.106.0");
    environment.put("HEAD", "target/google-cloud-spanner-*.jar");
    Files.createDirectories(folder.resolve("target"));
    Files.createFile(folder.resolve("target/google-cloud-spanner-1.jar"));
    Files.createFile(folder.resolve("target/google-cloud-spanner-1-sources.jar"));
    assertThat(run()).as(read("said")).isZero();
    String jar = folder + "/target/google-cloud-spanner-1.jar";
    assertThat(read("call"))
        .isEqualTo(gate(folder + "/temp", "--base client=6.106.0 --head " + jar));
    assertThat(read("summary")).isEqualTo("md\n\n```\ntxt\n```");
    assertThat(read("out/pull-request")).isEqualTo("7");
  }

  @Test
  void revisionsAreThoseOfThePullRequestUnlessTheyAreNamed() throws Exception {
    environment.put("BUILD", "make it");
    assertThat(run()).as(read("said")).isZero();
    String sides = "--build make it --base rev=%s --head rev=%s";
    assertThat(read("call"))
        .isEqualTo(gate(folder.toString(), sides.formatted("merge base of pb and ph", "ph")));
    environment.putAll(Map.of("BASE_REV", "v1", "HEAD_REV", "v2"));
    assertThat(run()).isZero();
    assertThat(read("call")).isEqualTo(gate(folder.toString(), sides.formatted("v1", "v2")));
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "2, 2", "3, 0"})
  void onlyAnInconclusiveGateWarnsInsteadOfFailing(int code, int exit) throws Exception {
    environment.put("BASE", "client=1");
    environment.put("HEAD", "client=2");
    environment.put("CODE", "" + code);
    assertThat(run()).isEqualTo(exit);
    assertThat(read("output")).isEqualTo("code=" + code);
    assertThat(read("said").contains("::warning")).isEqualTo(code == 3);
  }

  @ParameterizedTest
  @CsvSource({
    "client=1, '', '', '', 'base and head: must be set, or build'",
    "client=1, '', make, ph, 'base and head: must be empty beside build, which takes revisions'",
    "'', '', make, '', 'base-rev and head-rev: must be set without a pull request'",
    "no.jar, client=1, '', '', 'no.jar: must be one jar, is: no.jar'"
  })
  void wrongInputsAreOneErrorAndCodeTwo(
      String base, String head, String build, String pull, String complaint) throws Exception {
    environment.putAll(Map.of("BASE", base, "HEAD", head, "BUILD", build));
    environment.putAll(Map.of("PULL_BASE", pull, "PULL_HEAD", pull));
    assertThat(run()).isEqualTo(2);
    assertThat(read("said")).isEqualTo("::error::" + complaint);
  }
}
