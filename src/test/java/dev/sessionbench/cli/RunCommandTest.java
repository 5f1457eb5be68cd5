package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Machine.CpuTimes;
import dev.sessionbench.base.results.ResultFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCommandTest {
  @TempDir Path folder = Path.of("");
  private final FakeRuns runs = new FakeRuns();

  @Test
  void runsEveryCellsFirstForkBeforeAnySecondOne() {
    assertThat(runs.execute(folder, "burstRead", "-f", "2")).isZero();
    String[] all = {"burstRead 1", "burstRead 10", "burstRead 25", "burstRead 100"};
    assertThat(runs.ran.subList(0, 4)).containsExactlyInAnyOrder(all);
    assertThat(runs.ran.subList(4, 8)).containsExactlyInAnyOrder(all);
  }

  @Test
  void equalOrderSeedsGiveEqualOrders() {
    FakeRuns same = new FakeRuns();
    FakeRuns other = new FakeRuns();
    runs.execute(folder, "--order-seed", "5");
    same.execute(folder, "--order-seed", "5");
    other.execute(folder, "--order-seed", "6");
    assertThat(runs.ran).hasSize(24).isEqualTo(same.ran).isNotEqualTo(other.ran);
  }

  @Test
  void mergesForksIntoResultJsonAndTheRequestedFile() throws IOException {
    Path file = folder.resolve("mine.json");
    runs.execute(folder, "run", "burstRead", "-p", "incStep=25", "-rf", "json", "-rff", "" + file);
    List<CellResult> results = ResultFile.read(runFolder().resolve("result.json"));
    assertThat(results).hasSize(1).isEqualTo(ResultFile.read(file));
    CellResult result = results.get(0);
    assertThat(result.forks()).isEqualTo(3);
    assertThat(result.primaryMetric().score()).isEqualTo(802);
    assertThat(result.environment()).isNotNull().extracting(e -> e.seed()).isEqualTo("1");
    assertThat(result.forkConditions()).hasSize(3);
  }

  @Test
  void keepsTheGrowthOfEachCellsFirstForkWithItsResult() throws IOException {
    runs.execute(folder, "burstRead", "-f", "2");
    Path run = runFolder();
    assertThat(CellCurves.read(run.resolve("series.json")))
        .hasSize(4)
        .allMatch(curves -> curves.curve("sessions").y().equals(List.of(100.0, 101.0)))
        .extracting(CellCurves::key)
        .isEqualTo(
            ResultFile.read(run.resolve("result.json")).stream().map(CellResult::key).toList());
  }

  @Test
  void printsALineForEachForkAndBothTables() {
    runs.execute(folder, "burstRead", "-p", "incStep=25", "-f", "2");
    assertThat(runs.out())
        .startsWith(
            """
            [0/2] about 7 s left
            [1/2] burstRead incStep=25 fork 1/2: 801.0 ms, 16 RPCs, about 2 s left
            [2/2] burstRead incStep=25 fork 2/2: 802.0 ms, 16 RPCs, about 0 s left

            ### Execution time in milliseconds
            """)
        .contains("### Number of BatchCreateSessions RPCs", "Results: ");
    assertThat(runs.err()).isEmpty();
  }

  @Test
  void idealShowsVirtualTimeAndTheRatioInBothTables() {
    runs.execute(folder, "burstRead", "-p", "incStep=25", "-f", "2", "--ideal");
    assertThat(runs.out())
        .containsPattern("Virtual +\\| +Ratio")
        .containsPattern("burstRead .* 801\\.5 .* 694\\.0 .* 1\\.155\\n")
        .containsPattern("burstRead .* 16 .* 16\\n");
    assertThat(runs.err()).isEmpty();
  }

  @Test
  void quickRunsThreeIncrementsOnceByDefault() {
    runs.execute(folder, "burstRead", "--quick");
    assertThat(runs.ran).containsExactlyInAnyOrder("burstRead 1", "burstRead 25", "burstRead 100");
    runs.ran.clear();
    runs.execute(folder, "burstRead", "--quick", "-f", "2", "-p", "incStep=7");
    assertThat(runs.ran).containsExactly("burstRead 7", "burstRead 7");
  }

  @Test
  void aFailedCellIsListedAndTheOthersContinue() throws IOException {
    runs.failing = "burstRead 25";
    assertThat(runs.execute(folder, "burstRead")).isEqualTo(1);
    assertThat(runs.ran).hasSize(10).containsOnlyOnce("burstRead 25");
    assertThat(runs.out())
        .contains("Failed:\n  burstRead incStep=25: java.lang.IllegalStateException: broken\n");
    assertThat(ResultFile.read(runFolder().resolve("result.json"))).hasSize(3);
  }

  @Test
  void resumingRunsOnlyWhatIsMissing() throws IOException {
    runs.failing = "burstRead 25";
    runs.execute(folder, "burstRead");
    String run = runFolder().toString();
    runs.failing = "none";
    runs.ran.clear();
    assertThat(runs.execute("--resume", run)).isZero();
    assertThat(runs.ran).containsExactly("burstRead 25", "burstRead 25", "burstRead 25");
    assertThat(ResultFile.read(runFolder().resolve("result.json")))
        .hasSize(4)
        .allMatch(result -> result.forks() == 3);
  }

  @Test
  void resumingRefusesAnotherClientVersion() throws IOException {
    runs.execute(folder, "burstRead");
    runs.clientVersion = "6.106.0";
    assertRefused(".*client version is 6.106.0, was 6.107.0.*", "--resume", runFolder().toString());
  }

  @Test
  void resumingRefusesAnotherBuildAndAnotherMachine() throws IOException {
    runs.execute(folder, "burstRead");
    runs.gitCommit = "def";
    assertRefused(".*commit is def, was abc.*", "--resume", runFolder().toString());
    runs.gitCommit = "abc";
    runs.dirty = "true";
    assertRefused(".*uncommitted changes is true, was false.*", "--resume", runFolder().toString());
    runs.dirty = "false";
    runs.cpuModel = "Another";
    assertRefused(".*CPU is Another, was CPU.*", "--resume", runFolder().toString());
  }

  @Test
  void resumingRefusesAChangedProfileAndKeepsTheOriginal() throws IOException {
    Path profile = Files.writeString(folder.resolve("p.yaml"), "latencies: {Commit: 5}\n");
    Path results = Files.createDirectory(folder.resolve("runs"));
    assertThat(runs.execute(results, "burstRead", "-p", "profile=" + profile)).isZero();
    Path run = list(results).get(0);
    assertThat(list(run))
        .filteredOn(file -> file.getFileName().toString().matches("profile-[0-9a-f]{16}.yaml"))
        .singleElement()
        .satisfies(kept -> assertThat(kept).hasSameTextualContentAs(profile));
    assertThat(ResultFile.read(run.resolve("result.json")))
        .allMatch(result -> result.key().params().containsKey("profileContent"));
    assertThat(runs.execute("--resume", run.toString())).isZero();
    Files.writeString(profile, "latencies: {Commit: 6}\n");
    assertRefused(".*profileContent of burstRead was .*, is .*", "--resume", run.toString());
  }

  @Test
  void resumingRefusesTruncatedAndForeignForksAndOverwritesNothing() throws IOException {
    runs.execute(folder, "burstRead");
    Path result = runFolder().resolve("result.json");
    byte[] before = Files.readAllBytes(result);
    List<Path> forks = list(runFolder().resolve("forks"));
    byte[] first = Files.readAllBytes(forks.get(0));
    Files.write(forks.get(0), Files.readAllBytes(forks.get(1)));
    assertRefused(".*0001-burstRead-fork1.json: is not.*", "--resume", runFolder().toString());
    Files.writeString(forks.get(0), "[ {");
    assertRefused(".*0001-burstRead-fork1.json:1:.*", "--resume", runFolder().toString());
    Files.write(forks.get(0), first);
    Files.write(runFolder().resolve("forks").resolve("stray.json"), first);
    assertRefused(".*stray.json: is not.*", "--resume", runFolder().toString());
    assertThat(Files.readAllBytes(result)).isEqualTo(before);
  }

  @Test
  void resumingTakesNoFurtherJmhOptions() throws IOException {
    runs.execute(folder, "burstRead");
    assertRefused("error: --resume .*takes no -f 5", "--resume", runFolder().toString(), "-f", "5");
  }

  @Test
  void aBusyPortIsRefusedBeforeAnythingRuns() throws IOException {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = "port=" + other.getLocalPort();
      assertRefused(
          "error: .*" + port + ": must be free, but something listens there.*",
          "-p",
          "transport=tcp",
          "-p",
          port);
    }
    assertThat(runs.ran).isEmpty();
  }

  @Test
  void aServerThatCannotBeReachedIsRefusedBeforeAnythingRuns() throws IOException {
    int closed;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = socket.getLocalPort();
    }
    assertRefused(
        "error: .*server=localhost:" + closed + ": cannot be reached \\(Connection refused.*",
        "-p",
        "server=localhost:" + closed);
    assertThat(runs.ran).isEmpty();
  }

  @Test
  void aServerElsewhereIsMeasuredLikeAnyOther() throws IOException {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String server = "server=localhost:" + other.getLocalPort();
      assertThat(
              runs.execute(folder, "steadyIncrease", "-p", "incStep=25", "-p", server, "-f", "1"))
          .isZero();
      assertThat(runs.ran).containsExactly("steadyIncrease 25");
    }
  }

  @Test
  void warnsOfAMachineThatIsNotQuiet() {
    runs.cpuPerReading = new CpuTimes(30, 5, 100, 0);
    runs.execute(folder, "burstRead", "-f", "1");
    assertThat(runs.err().lines())
        .hasSize(2)
        .allMatch(line -> line.startsWith("warning: ") && line.contains("others use 30 %"))
        .allMatch(line -> line.contains("withholds 5 %"));
  }

  private void assertRefused(String pattern, String... args) {
    runs.err.reset();
    assertThat(runs.execute(args)).isEqualTo(2);
    assertThat(runs.err().lines()).hasSize(1).first().asString().matches(pattern);
  }

  private Path runFolder() throws IOException {
    return list(folder).stream().filter(Files::isDirectory).findFirst().orElseThrow();
  }

  private static List<Path> list(Path path) throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.sorted().toList();
    }
  }
}
