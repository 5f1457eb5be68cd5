package dev.sessionbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.gate.policy.PolicyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Reads the workflows as GitHub does, and checks that untrusted text cannot run in them. */
class WorkflowsTest {
  private static final Path FOLDER = Path.of(".github/workflows");

  /** The permissions of workflows that may do more than read the repository. */
  private static final Map<String, Map<String, String>> MORE_THAN_READING =
      Stream.of("benchmark-gate-comment.yml", "docs/client-gate-comment.yml")
          .collect(
              Collectors.toMap(
                  name -> name,
                  name ->
                      Map.of(
                          "actions", "read",
                          "checks", "write",
                          "contents", "read",
                          "pull-requests", "write")));

  /** The permissions of single jobs that may do more than read. */
  private static final Map<String, Map<String, String>> JOBS_MORE_THAN_READING =
      Map.of("weekly.yml tell", Map.of("contents", "read", "issues", "write"));

  private static final Set<String> STEP_KEYS =
      Set.of(
          "uses",
          "with",
          "run",
          "name",
          "id",
          "if",
          "env",
          "continue-on-error",
          "working-directory");

  private record Workflow(String name, Map<String, Object> content) {
    @Override
    public String toString() {
      return name;
    }

    Map<String, Map<String, Object>> jobs() {
      Map<String, Map<String, Object>> jobs = new java.util.TreeMap<>();
      map(content.get("jobs")).forEach((job, body) -> jobs.put(job, map(body)));
      return jobs;
    }

    Stream<Map<String, Object>> steps() {
      return jobs().values().stream()
          .flatMap(job -> ((List<?>) java.util.Objects.requireNonNull(job.get("steps"))).stream())
          .map(WorkflowsTest::map);
    }
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(@org.jspecify.annotations.Nullable Object value) {
    assertThat(value).isInstanceOf(Map.class);
    return (Map<String, Object>) java.util.Objects.requireNonNull(value);
  }

  private static Workflow read(String name, String text) {
    // Duplicate keys are refused, as on GitHub.
    return new Workflow(name, map(new Load(LoadSettings.builder().build()).loadFromString(text)));
  }

  /** The workflows of this repository and those in its documents. */
  static List<Workflow> workflows() throws IOException {
    List<Workflow> all = new ArrayList<>();
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file : files.sorted().toList()) {
        all.add(read(String.valueOf(file.getFileName()), Files.readString(file)));
      }
    }
    for (String name : List.of("client-gate", "client-build-gate", "client-gate-comment")) {
      String file = "docs/%s.yml".formatted(name);
      all.add(read(file, Files.readString(Path.of(file))));
    }
    assertThat(all).hasSizeGreaterThan(8);
    return all;
  }

  @ParameterizedTest
  @MethodSource("workflows")
  void actionsArePinnedByCommit(Workflow workflow) {
    assertThat(workflow.steps().filter(step -> step.containsKey("uses")))
        .isNotEmpty()
        .allMatch(
            step -> String.valueOf(step.get("uses")).matches("[\\w.-]+/[\\w./-]+@[0-9a-f]{40}"));
  }

  @ParameterizedTest
  @MethodSource("workflows")
  void permissionsAreMinimal(Workflow workflow) {
    assertThat(map(workflow.content().get("permissions")))
        .isEqualTo(MORE_THAN_READING.getOrDefault(workflow.name(), Map.of("contents", "read")));
    workflow
        .jobs()
        .forEach(
            (name, job) ->
                assertThat(job.getOrDefault("permissions", Map.of()))
                    .as(name)
                    .isEqualTo(
                        JOBS_MORE_THAN_READING.getOrDefault(
                            workflow.name() + " " + name, Map.of())));
  }

  @ParameterizedTest
  @MethodSource("workflows")
  void runsDoNotConflict(Workflow workflow) {
    if (workflow.name().startsWith("docs/")) {
      return;
    }
    assertThat(workflow.content().containsKey("concurrency"))
        .isNotEqualTo(
            workflow.jobs().values().stream().allMatch(job -> job.containsKey("concurrency")));
  }

  @ParameterizedTest
  @MethodSource("workflows")
  void scriptsAreFixedTextWithoutExpressions(Workflow workflow) {
    assertThat(workflow.steps().filter(step -> step.containsKey("run")))
        .allMatch(step -> !String.valueOf(step.get("run")).contains("${{"));
  }

  @ParameterizedTest
  @MethodSource("workflows")
  void keysAreKnownToGithub(Workflow workflow) {
    assertThat(Set.of("name", "on", "permissions", "concurrency", "jobs"))
        .containsAll(workflow.content().keySet());
    workflow.steps().forEach(step -> assertThat(STEP_KEYS).containsAll(step.keySet()));
    assertThat(workflow.jobs().values()).allMatch(job -> job.containsKey("timeout-minutes"));
  }

  @Test
  void gateActionJudgesByItsOwnPolicyAndTakesNoText() throws IOException {
    Path folder = Path.of(".github/actions/gate");
    Map<String, Object> runs =
        map(read("action", Files.readString(folder.resolve("action.yml"))).content().get("runs"));
    assertThat(String.valueOf(runs)).doesNotContain("token", "secrets");
    assertThat((List<?>) runs.get("steps"))
        .hasSize(2)
        .allMatch(step -> !String.valueOf(map(step).get("run")).contains("${{"));
    assertThat(Files.readString(folder.resolve("run")))
        .contains("--policy \"$suite/results/policy.yaml\"")
        .endsWith("exit \"$code\"\n");
  }

  @Test
  void judgingJarIsBuiltApartFromThePullRequest() throws IOException {
    Workflow gate = read("gate", Files.readString(FOLDER.resolve("benchmark-gate.yml")));
    assertThat(gate.jobs().get("base")).doesNotContainKey("needs");
    List<String> base = runs(gate, "base");
    assertThat(base.get(0)).startsWith("git checkout -q --detach \"$(git merge-base");
    assertThat(base.get(1)).contains("base.jar");
    assertThat(String.valueOf(gate.jobs().get("base"))).doesNotContain("cache");
    for (String job : List.of("measure", "judge")) {
      assertThat(runs(gate, job).get(0)).contains("java -jar base/base.jar gate");
      assertThat(runs(gate, job).get(0)).doesNotContain("-jar head");
      assertThat(String.valueOf(gate.jobs().get(job)))
          .contains("name=gate-base, path=base}")
          .doesNotContain("actions/checkout", "merge-multiple");
    }
    assertThat(String.valueOf(gate.jobs().get("measure"))).contains("name=gate-head, path=head}");
    // The policy must not come from a machine that ran the candidate.
    assertThat(runs(gate, "measure").get(0)).doesNotContain("--policy");
    assertThat(runs(gate, "judge").get(0))
        .contains("unzip -p base/base.jar " + PolicyFile.RESOURCE + " > policy.yaml\n")
        .contains(" --policy policy.yaml ")
        .endsWith("exit \"$code\"");
  }

  @ParameterizedTest
  @MethodSource("workflows")
  void noPipeHidesAFailure(Workflow workflow) {
    // A step has no pipefail by default, so only the last program's exit code counts.
    assertThat(workflow.steps().filter(step -> step.containsKey("run")))
        .noneMatch(
            step ->
                String.valueOf(step.get("run"))
                    .replace("\\\n", "")
                    .matches("(?s).*(java|mvnw?) [^\n]*[^|\n]\\|[^|].*"));
  }

  @ParameterizedTest
  @MethodSource("workflows")
  void noStepIgnoresAFailure(Workflow workflow) {
    assertThat(workflow.steps().filter(step -> step.containsKey("run")))
        .noneMatch(step -> step.containsKey("continue-on-error"))
        .noneMatch(
            step -> String.valueOf(step.get("run")).matches("(?s).*\\|\\|\\s*(true|:|exit 0).*"));
  }

  @Test
  void trustedWorkflowChecksOutNothingOfThePullRequest() throws IOException {
    Workflow comment =
        read("comment", Files.readString(FOLDER.resolve("benchmark-gate-comment.yml")));
    List<Map<String, Object>> steps = comment.steps().toList();
    assertThat(map(steps.get(0).get("with"))).containsOnlyKeys("persist-credentials");
    // The pull request's artifact is downloaded last, outside of the checkout.
    assertThat(String.valueOf(steps.get(3).get("uses"))).startsWith("actions/download-artifact@");
    assertThat(map(steps.get(3).get("with")).get("path")).isEqualTo("${{ runner.temp }}/posted");
    assertThat(runs(comment, "comment"))
        .containsExactly("./mvnw -B -ntp -q package -DskipTests", "bash .github/post-verdict");
  }

  @Test
  void trustedWorkflowOfAnotherRepositoryRunsThisSuiteAlone() throws IOException {
    Workflow comment = read("comment", Files.readString(Path.of("docs/client-gate-comment.yml")));
    Map<String, Object> checkout = comment.steps().toList().get(0);
    assertThat(map(checkout.get("with")))
        .containsEntry("repository", "OWNER/session-pool-benchmarks")
        .containsEntry("ref", "0".repeat(40));
    assertThat(runs(comment, "comment"))
        .containsExactly("./mvnw -B -ntp -q package -DskipTests", "bash .github/post-verdict");
    assertThat(String.valueOf(comment.content()))
        .contains("workflows=[Spanner client gate]", "path=${{ runner.temp }}/posted");
  }

  @Test
  void gatesOfAnotherRepositoryNeedNoSecretAndNameTheActionsInputs() throws IOException {
    Path action = Path.of(".github/actions/gate/action.yml");
    Set<String> inputs =
        map(read("action", Files.readString(action)).content().get("inputs")).keySet();
    for (String file : List.of("docs/client-gate.yml", "docs/client-build-gate.yml")) {
      Workflow gate = read(file, Files.readString(Path.of(file)));
      assertThat(gate.content()).containsEntry("name", "Spanner client gate");
      assertThat(gate.content().toString()).doesNotContain("secrets", "token");
      assertThat(
              gate.steps()
                  .filter(step -> String.valueOf(step.get("uses")).contains("/actions/gate@"))
                  .map(step -> map(step.get("with")).keySet()))
          .singleElement()
          .satisfies(named -> assertThat(inputs).containsAll(named));
    }
  }

  @Test
  void jobThatRunsTheNewestReleaseMayWriteNothing() throws IOException {
    Workflow weekly = read("weekly", Files.readString(FOLDER.resolve("weekly.yml")));
    assertThat(runs(weekly, "count"))
        .containsExactly(
            "./mvnw -B -ntp -q package -DskipTests", "bash .github/newest-client count");
    assertThat(runs(weekly, "tell")).containsExactly("bash ../.github/newest-client tell");
    // Its artifact is downloaded last, outside of the checkout's own folders.
    assertThat(String.valueOf(weekly.jobs().get("tell")))
        .contains("path=told", "working-directory=told")
        .doesNotContain("mvnw", "java");
  }

  private static List<String> runs(Workflow workflow, String job) {
    return workflow.jobs().entrySet().stream()
        .filter(entry -> entry.getKey().equals(job))
        .flatMap(
            entry ->
                ((List<?>) java.util.Objects.requireNonNull(entry.getValue().get("steps")))
                    .stream())
        .map(WorkflowsTest::map)
        .filter(step -> step.containsKey("run"))
        .map(step -> String.valueOf(step.get("run")).strip())
        .toList();
  }
}
