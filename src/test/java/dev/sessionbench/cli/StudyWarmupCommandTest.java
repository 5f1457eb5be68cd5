package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.bench.run.RunServices;
import dev.sessionbench.cli.BenchCommand.World;
import dev.sessionbench.gate.run.Sides;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class StudyWarmupCommandTest extends CommandFixture {

  @Override
  World world(PrintStream out, PrintStream err) {
    Stop stop = new Stop();
    stop.send();
    return new World(out, err, RunServices.real(), stop::watch, Sides.real());
  }

  private int study(String... more) {
    List<String> args = new ArrayList<>(List.of("study", "warmup"));
    args.addAll(List.of("-o", folder.resolve("w.html").toString()));
    args.addAll(List.of(more));
    return run(args.toArray(new String[0]));
  }

  @Test
  void reportsEveryRoundAndWritesItsFiles() throws Exception {
    assertThat(study("--virtual")).isZero();
    assertThat(out())
        .contains("control |", "round 1 |", "round 3 |", "a client could call it steady from");
    assertThat(Files.readString(folder.resolve("w.json")))
        .contains("\"virtual\" : true", "\"divisions\"", "\"p99Millis\"");
    assertThat(folder.resolve("w.html"))
        .content()
        .contains("java -jar target/benchmarks.jar study warmup -o " + folder, " --virtual</pre>");
    assertThat(err()).isEmpty();
  }

  @Test
  void stoppedAtOnceItWritesAnIncompleteResult() {
    assertThat(study()).isEqualTo(1);
    assertThat(folder.resolve("w.json")).exists();
  }

  /** Runs the command in a folder of its own, without an option on where to write. */
  private String printedIn(Path place) throws Exception {
    Path printed = folder.resolve("printed.txt");
    List<String> args = List.of("study", "warmup", "--virtual", "--seconds", "13");
    Process process =
        CommandProcess.of(folder, printed, List.of("-Djava.io.tmpdir=" + folder), args)
            .directory(place.toFile())
            .start();
    assertThat(process.waitFor()).isZero();
    return Files.readString(printed);
  }

  private static List<Path> files(Path place) throws Exception {
    try (Stream<Path> files = Files.walk(place)) {
      return files.filter(Files::isRegularFile).map(place::relativize).sorted().toList();
    }
  }

  @Test
  void byDefaultItWritesBelowTheRunsAndSaysWhere() throws Exception {
    Path place = Files.createDirectory(folder.resolve("place"));
    String printed = printedIn(place);
    assertThat(files(place))
        .hasSize(2)
        .allMatch(file -> file.toString().matches("results/runs/\\w+-warmup/warmup\\.(json|html)"))
        .allMatch(file -> printed.contains(file.toString()));
  }

  @Test
  void withoutAWritableFolderItWritesToATemporaryOne() throws Exception {
    Path place = Files.createDirectory(folder.resolve("place"));
    Files.writeString(place.resolve("results"), "no folder");
    assertThat(printedIn(place))
        .containsPattern("measurements in \\S+/warmup-\\d+/warmup.json, page in \\S+/warmup.html");
    assertThat(files(place)).containsExactly(Path.of("results"));
  }

  @Test
  void refusesAProfileWithFaults() throws Exception {
    Path file = folder.resolve("p.yaml");
    Files.writeString(
        file, "splits: {initial: 1}\nfaults:\n  - {name: a, on: Commit, fail: ABORTED}\n");
    assertThat(study("--profile", file.toString())).isEqualTo(2);
    assertThat(err())
        .isEqualTo(
            "error: --profile %s: has a section faults, and this study needs a server without faults; leave it out\n"
                .formatted(file));
  }
}
