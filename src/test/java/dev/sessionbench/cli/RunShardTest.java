package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.results.ResultFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the parts of a run as three machines would, and merges them. */
class RunShardTest {
  private static final int PARTS = 3;

  @TempDir Path folder = Path.of("");
  private final List<FakeRuns> machines = new ArrayList<>();

  @BeforeEach
  void machines() {
    for (int i = 0; i < PARTS; i++) {
      machines.add(new FakeRuns());
    }
  }

  private Path part(int part, String... options) throws IOException {
    Path results = folder.resolve("machine" + part);
    List<String> args = new ArrayList<>(List.of("--shard", part + "/" + PARTS));
    args.addAll(List.of(options));
    assertThat(machines.get(part - 1).execute(results, args.toArray(new String[0]))).isZero();
    return only(results);
  }

  private List<String> parts() throws IOException {
    List<String> parts = new ArrayList<>();
    for (int part = 1; part <= PARTS; part++) {
      parts.add(part(part, "-f", "6").toString());
    }
    return parts;
  }

  private static int merge(FakeRuns where, Path results, List<String> parts) {
    List<String> args = new ArrayList<>(List.of("run", "--merge"));
    args.addAll(parts);
    return where.execute(results, args.toArray(new String[0]));
  }

  private static Path only(Path results) throws IOException {
    try (Stream<Path> runs = Files.list(results)) {
      return runs.findFirst().orElseThrow();
    }
  }

  /** A file's text without its times. */
  private static String timeless(Path file) throws IOException {
    return Files.readString(file).replaceAll("2026-[0-9T:.-]+Z", "TIME");
  }

  @Test
  void threeMergedPartsEqualAWholeRunExceptForTimes() throws IOException {
    FakeRuns one = new FakeRuns();
    one.execute(folder.resolve("one"), "-f", "6");
    Path whole = only(folder.resolve("one"));
    FakeRuns merging = new FakeRuns();
    assertThat(merge(merging, folder.resolve("merged"), parts())).isZero();
    Path merged = only(folder.resolve("merged"));
    assertThat(timeless(merged.resolve("result.json")))
        .isEqualTo(timeless(whole.resolve("result.json")));
    assertThat(CellCurves.read(merged.resolve(CellCurves.FILE_NAME)))
        .isEqualTo(CellCurves.read(whole.resolve(CellCurves.FILE_NAME)));
    assertThat(names(merged.resolve("forks"))).isEqualTo(names(whole.resolve("forks")));
    String tables = one.out().substring(one.out().indexOf("###"), one.out().indexOf("Results:"));
    assertThat(merging.out()).contains(tables);
    assertThat(merging.err()).isEmpty();
  }

  @Test
  void reportRefusesPartsAndDrawsThemMerged() throws IOException {
    List<String> parts = parts();
    Path page = folder.resolve("p.html");
    List<String> args = new ArrayList<>(List.of("report", "-o", page.toString()));
    parts.forEach(part -> args.add(Path.of(part).resolve("result.json").toString()));
    FakeRuns reporting = new FakeRuns();
    assertThat(reporting.execute(args.toArray(new String[0]))).isEqualTo(2);
    assertThat(reporting.err()).contains("run --merge unites parts of one run");
    assertThat(merge(new FakeRuns(), folder.resolve("merged"), parts)).isZero();
    String merged = only(folder.resolve("merged")).resolve("result.json").toString();
    assertThat(reporting.execute("report", merged, "-o", page.toString())).isZero();
    assertThat(page).content().contains("id=\"growth");
  }

  @Test
  void everyPartMeasuresEveryCellAndNoForkTwice() throws IOException {
    parts();
    assertThat(machines)
        .allSatisfy(
            machine -> {
              assertThat(machine.ran).hasSize(8 * 2);
              assertThat(machine.ran.stream().distinct()).hasSize(8);
            });
  }

  @Test
  void aPartSaysWhichItIs() throws IOException {
    Path part = part(2);
    assertThat(part.getFileName().toString()).endsWith("-part2of3");
    assertThat(Files.readString(part.resolve("run.json")))
        .contains("\"shard\" : {")
        .containsPattern("\"index\" : 2,\\s+\"count\" : 3");
  }

  @Test
  void anInterruptedPartResumesAsAPart() throws IOException {
    machines.get(1).failing = "burstRead 25";
    Path results = folder.resolve("machine2");
    assertThat(machines.get(1).execute(results, "--shard", "2/3", "-f", "6")).isEqualTo(1);
    machines.get(1).failing = "none";
    machines.get(1).ran.clear();
    assertThat(machines.get(1).execute("--resume", only(results).toString())).isZero();
    assertThat(machines.get(1).ran).containsExactly("burstRead 25", "burstRead 25");
  }

  @Test
  void missingForksAreNamedAndCanBeRunInTheMergedFolder() throws IOException {
    List<String> parts = parts();
    FakeRuns merging = new FakeRuns();
    Path merged = folder.resolve("merged");
    assertThat(merge(merging, merged, List.of(parts.get(0), parts.get(2)))).isEqualTo(1);
    assertThat(merging.out())
        .contains("Missing:\n", "  burstRead incStep=25 fork 2/6\n", "fork 5/6\n")
        .contains("Run them with: --resume " + only(merged));
    assertThat(merging.execute("--resume", only(merged).toString())).isZero();
    assertThat(merging.ran).hasSize(8 * 2);
  }

  @Test
  void aCellThatFailedInOnePartHasNoResult() throws IOException {
    List<String> parts = new ArrayList<>(parts());
    FakeRuns failing = new FakeRuns();
    failing.failing = "burstRead 25";
    failing.failingFrom = 2;
    Path second = folder.resolve("again");
    assertThat(failing.execute(second, "--shard", "2/3", "-f", "6")).isEqualTo(1);
    parts.set(1, only(second).toString());
    FakeRuns merging = new FakeRuns();
    Path merged = folder.resolve("merged");
    assertThat(merge(merging, merged, parts)).isEqualTo(1);
    assertThat(merging.out()).contains("Missing:\n  burstRead incStep=25 fork ");
    assertThat(ResultFile.read(only(merged).resolve("result.json")))
        .hasSize(7)
        .noneMatch(
            cell ->
                cell.key().method().equals("burstRead")
                    && "25".equals(cell.key().params().get("incStep")));
    assertThat(merging.execute("--resume", only(merged).toString())).isZero();
    assertThat(ResultFile.read(only(merged).resolve("result.json"))).hasSize(8);
  }

  @Test
  void aPartWithoutForksAndFoldersIsMergedAndResumed() throws IOException {
    List<String> parts = parts();
    Path second = Path.of(parts.get(1));
    for (String lost : List.of("forks", "series")) {
      try (Stream<Path> files = Files.walk(second.resolve(lost))) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    FakeRuns merging = new FakeRuns();
    assertThat(merge(merging, folder.resolve("merged"), parts)).isEqualTo(1);
    assertThat(merging.out()).contains("Missing:\n", "  burstRead incStep=25 fork 2/6\n");
    assertThat(new FakeRuns().execute("--resume", second.toString())).isZero();
  }

  @Test
  void theMergedRunKeepsTheTextsOfItsParts() throws IOException {
    List<String> parts = parts();
    Files.writeString(Path.of(parts.get(0)).resolve("profile-0123.yaml"), "latencies: {}\n");
    assertThat(merge(new FakeRuns(), folder.resolve("merged"), parts)).isZero();
    assertThat(only(folder.resolve("merged")).resolve("profile-0123.yaml"))
        .hasContent("latencies: {}");
  }

  @Test
  void unlikeMachinesAreNamedInAWarning() throws IOException {
    machines.get(2).cpuModel = "Another CPU";
    FakeRuns merging = new FakeRuns();
    assertThat(merge(merging, folder.resolve("merged"), parts())).isZero();
    assertThat(merging.err())
        .startsWith("warning: the parts ran on unlike machines")
        .contains("CPU is Another CPU, was CPU");
    Path result = only(folder.resolve("merged")).resolve("result.json");
    assertThat(ResultFile.read(result))
        .allSatisfy(
            cell ->
                assertThat(cell.environments())
                    .extracting(Environment::cpuModel)
                    .containsExactly("CPU", "Another CPU"));
    FakeRuns reading = new FakeRuns();
    Path page = folder.resolve("report.html");
    assertThat(reading.execute("report", result.toString(), "-o", page.toString())).isZero();
    assertThat(Files.readString(page))
        .contains("one environment: CPU is Another CPU, was CPU.</p>")
        .contains("<dd>CPU, 2 cores; Another CPU, 2 cores</dd>");
    assertThat(reading.execute("compare", result.toString())).isZero();
    assertThat(reading.out()).contains("The environment differs: CPU is Another CPU, was CPU.");
  }

  @Test
  void partsOfTwoBuildsAreRefused() throws IOException {
    machines.get(1).gitCommit = "def";
    assertRefused(parts(), ".*machine2.*is no part of one run with .*commit is def, was abc");
  }

  @Test
  void partsWithUncommittedChangesAreRefused() throws IOException {
    machines.get(2).dirty = "true";
    assertRefused(parts(), ".*machine3.*uncommitted changes is true, was false");
  }

  @Test
  void partsOfTwoPlansAreRefused() throws IOException {
    List<String> parts = parts();
    Path other = folder.resolve("other");
    machines.get(1).execute(other, "--shard", "2/3", "-f", "3", "--order-seed", "2");
    parts.set(1, only(other).toString());
    assertRefused(parts, ".*other.*it ran -f 3, not -f 6; order seed is 2, was 1");
  }

  @Test
  void aRepeatedPartAndAWholeRunAreRefused() throws IOException {
    List<String> parts = parts();
    assertRefused(List.of(parts.get(0), parts.get(0)), ".*is part 1/3, as .*machine1.* is");
    FakeRuns one = new FakeRuns();
    one.execute(folder.resolve("one"));
    assertRefused(
        List.of(parts.get(0), only(folder.resolve("one")).toString()),
        ".*is a whole run, must be a part that --shard left");
  }

  private void assertRefused(List<String> parts, String pattern) {
    FakeRuns merging = new FakeRuns();
    Path merged = folder.resolve("refused");
    assertThat(merge(merging, merged, parts)).isEqualTo(2);
    assertThat(merging.err().lines()).hasSize(1).first().asString().matches(pattern);
    assertThat(merged).doesNotExist();
  }

  private static List<String> names(Path forks) throws IOException {
    try (Stream<Path> files = Files.list(forks)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
