package dev.sessionbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the weekly workflow's script with fakes of Maven, the suite and GitHub that record calls.
 */
class NewestClientTest {
  private static final String HEADER = "metric,unit,direction,row,column,base,n,median\n";
  private static final String ONE = "createSessionRpcs,#,X,burstRead,%s,6.123.0,1,1.0\n";
  private static final String OTHER = "commitRpcs,#,X,burstWrite,%s,6.123.0,1,%s\n";
  private static final String TWO = "commitRpcs,#,X,burstRead,%s,6.123.0,1,%s\n";
  private static final String TITLE = "The newest client asks a server for other requests";

  @TempDir private Path folder;

  @BeforeEach
  void standIns() throws IOException {
    script("mvnw", "echo \"mvnw $*\" >> calls");
    script("gh", "echo \"gh $*\" >> calls\n[ \"$2\" != list ] || cat open 2>/dev/null || true");
    script(
        "java",
        """
        echo "java $*" >> calls
        case "$*" in
          *' run '*) cat ran; cat complaint >&2; exit "$(cat code)" ;;
          *csv*) cat csv ;;
          *) echo '| table |' ;;
        esac
        """);
    write("code", "0");
    write("complaint", "");
    write("ran", "tables\n\nResults: results/runs/1/result.json\n");
    Path metadata =
        folder.resolve(
            ".m2/repository/com/google/cloud/google-cloud-spanner/maven-metadata-central.xml");
    Files.createDirectories(metadata.resolveSibling(""));
    Files.writeString(metadata, "<latest>7.0.0</latest>\n  <release>6.130.1</release>\n");
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private void script(String name, String text) throws IOException {
    write(name, "#!/usr/bin/env bash\n" + text);
    assertThat(folder.resolve(name).toFile().setExecutable(true)).isTrue();
  }

  private int run(String... args) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of("bash", Path.of(".github/newest-client").toAbsolutePath().toString()));
    command.addAll(List.of(args));
    ProcessBuilder bash =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("said").toFile());
    bash.environment().put("PATH", folder + ":" + System.getenv("PATH"));
    bash.environment().put("HOME", folder.toString());
    Process process = bash.start();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  @Test
  void countsNothingIfTheNewestReleaseIsUnknown() throws Exception {
    script("mvnw", "exit 1");
    assertThat(run("count")).isEqualTo(1);
    assertThat(text("calls")).isEmpty();
  }

  private String text(String name) throws IOException {
    Path file = folder.resolve(name);
    return Files.exists(file) ? Files.readString(file) : "";
  }

  private static String both(String row) {
    return row.formatted("6.123.0", "5.0") + row.formatted("6.130.1", "5.0");
  }

  @Test
  void equalCountsOfTheNewestReleaseOpenNoIssue() throws Exception {
    write("csv", HEADER + both(ONE) + both(TWO));
    assertThat(run("count")).as(text("said")).isZero();
    assertThat(text("calls"))
        .contains("google-cloud-spanner:RELEASE:pom", " run -f 0 ", " -p client=newest,6.130.1 ")
        .contains("compare results/runs/1/result.json --col client --metric createSessionRpcs,");
    assertThat(folder.resolve("changes.md")).isEmptyFile();
    assertThat(run("tell")).isZero();
    assertThat(text("calls")).doesNotContain("gh ");
  }

  @Test
  void differentCountOpensAnIssue() throws Exception {
    write(
        "csv",
        HEADER
            + both(ONE)
            + TWO.formatted("6.123.0", 5)
            + TWO.formatted("6.124.0", 6)
            + OTHER.formatted("6.123.0", 7)
            + OTHER.formatted("6.124.0", 8));
    assertThat(run("count", "6.124.0")).as(text("said")).isZero();
    assertThat(text("calls"))
        .doesNotContain("mvnw")
        .contains("--metric commitRpcs --format markdown");
    assertThat(text("changes.md"))
        .startsWith("google-cloud-spanner 6.124.0 asks a server for other requests than ")
        .contains("| table |\n", "`java -jar target/benchmarks.jar run -f 0 ");
    assertThat(run("tell")).isZero();
    assertThat(text("calls"))
        .contains("gh issue create --title " + TITLE + " --body-file changes.md");
  }

  @Test
  void openIssueIsUpdated() throws Exception {
    write("changes.md", "news\n");
    write("open", "41\n57\n");
    assertThat(run("tell")).isZero();
    assertThat(text("calls"))
        .contains("gh issue edit 41 --body-file changes.md")
        .doesNotContain("issue create");
  }

  @Test
  void releaseThatCannotRunIsReported() throws Exception {
    write("code", "2");
    write(
        "complaint",
        "client=6.130.1: fetching\nerror: client=6.130.1: cannot be resolved: Maven finds no `x`\n");
    assertThat(run("count")).as(text("said")).isZero();
    assertThat(text("changes.md"))
        .startsWith("google-cloud-spanner 6.130.1 cannot be counted as ")
        .contains("```\nerror: client=6.130.1: cannot be resolved: Maven finds no x\n```\n");
  }

  @Test
  void missingCountsAreReported() throws Exception {
    write("csv", HEADER);
    assertThat(run("count")).isZero();
    assertThat(folder.resolve("changes.md")).isNotEmptyFile();
  }

  @Test
  void invalidReleaseIsRefused() throws Exception {
    assertThat(run("count", "6.1; touch broken")).isEqualTo(2);
    assertThat(folder.resolve("broken")).doesNotExist();
    assertThat(run()).isEqualTo(2);
  }
}
