package dev.sessionbench.gate.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sessionbench.bench.run.ForkEngine.Attempt;
import dev.sessionbench.gate.ForkId;
import dev.sessionbench.gate.ForkId.Stage;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.SideIdentity;
import dev.sessionbench.gate.policy.PolicyCell;
import dev.sessionbench.gate.run.Sides.BuiltSide;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs pairs of forks whose JMH is a small program that asks for turns. */
class ForkTurnsTest {
  private static final String PROGRAM =
      """
      package org.openjdk.jmh;
      import dev.sessionbench.gate.run.TurnHost;
      import java.nio.file.*;
      public class Main {
        public static void main(String[] args) throws Exception {
          String me = String.join(" ", args).contains("me=a") ? "a" : "b";
          for (int turn = 1; ; turn++) {
            TurnHost.awaitTurn();
            Files.writeString(Path.of("LOG"), me, StandardOpenOption.APPEND);
            STATEMENTS
          }
        }
      }
      """;

  @TempDir Path folder;

  private String turns() throws IOException {
    return Files.readString(folder.resolve("turns.txt"));
  }

  private List<Attempt> run(String statements, int limitSeconds) throws IOException {
    try (ProcessForkRunner runner = runner(statements, limitSeconds)) {
      return runner.runTogether(pair(1));
    }
  }

  private ProcessForkRunner runner(String statements, int limitSeconds) throws IOException {
    Path log = Files.writeString(folder.resolve("turns.txt"), "");
    Path source =
        Files.writeString(
            folder.resolve("Main.java"),
            PROGRAM.replace("LOG", log.toString()).replace("STATEMENTS", statements));
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", folder.toString(), source.toString()))
        .isZero();
    return new ProcessForkRunner(side("a"), side("b"), folder.resolve("jmh.log"), limitSeconds);
  }

  private static List<ForkId> pair(int block) {
    return pair(block, PolicyCell.Cores.ALL);
  }

  private static List<ForkId> pair(int block, PolicyCell.Cores cores) {
    PolicyCell cell =
        new PolicyCell(
            "burst",
            Map.of(),
            PolicyCell.Compilers.FIRST,
            cores,
            1,
            3,
            List.of("score"),
            Map.of(),
            Map.of());
    return List.of(
        new ForkId(1, Stage.BLOCKS, block, cell, Side.BASELINE, 5),
        new ForkId(2, Stage.BLOCKS, block, cell, Side.CANDIDATE, 5));
  }

  private BuiltSide side(String name) {
    return new BuiltSide(
        folder.toString(),
        new SideIdentity("", Map.of("me", name), "unknown", "unknown", "unknown", "", ""));
  }

  @Test
  void forksTakeTurnsInBalancedOrderAndEndTogether() throws IOException {
    List<Attempt> attempts = run("if (turn == 4) { return; }", 60);
    assertThat(turns()).hasSize(8).startsWith("abbaab");
    assertThat(attempts)
        .extracting(Attempt::failure)
        .as("the programs write no result")
        .containsOnly("yielded no result; see the log");
    assertThat(Files.readString(folder.resolve("jmh.log")))
        .contains("block 1, burst, baseline", "block 1, burst, candidate");
  }

  @Test
  void forkThatFailsInItsTurnStopsTheOther() throws IOException {
    List<Attempt> attempts =
        run("if (me.equals(\"b\")) { System.out.println(\"an error of b\"); System.exit(1); }", 60);
    assertThat(turns()).isEqualTo("ab");
    assertThat(attempts).extracting(Attempt::failure).containsExactly("", "an error of b");
    assertThat(attempts).extracting(Attempt::outcome).allMatch(java.util.Optional::isEmpty);
    assertThat(attempts.get(0).describe()).isEqualTo("stopped with the other fork");
  }

  @Test
  void forkThatHangsInItsTurnFails() throws IOException {
    List<Attempt> attempts = run("if (me.equals(\"a\")) { Thread.currentThread().join(); }", 8);
    assertThat(turns()).isEqualTo("a");
    assertThat(attempts).extracting(Attempt::failure).containsExactly("took more than 8 s", "");
  }

  /** Ends after three turns, notes the process, and writes a result with JVM arguments. */
  private String ending(String jvmArgs) {
    return """
    if (turn == 4) {
      String pid = "<" + ProcessHandle.current().pid() + ">";
      Files.writeString(Path.of("LOG"), pid, StandardOpenOption.APPEND);
      Files.writeString(
          Path.of(args[args.length - 1]),
          "[{'benchmark': 'burst', 'mode': 'ss', 'params': {'seed': '5', 'me': 'ME'}, 'jvmArgs': [JVM],"
              .replace("ME", me)
              .concat(" 'primaryMetric': {'scoreUnit': 'ms/op', 'score': 1, 'rawData': [[1]]}}]")
              .replace((char) 39, '"'));
      return;
    }
    """
        .replace("JVM", jvmArgs)
        .replace("LOG", folder.resolve("turns.txt").toString());
  }

  @Test
  void cellsOfOneBlockShareAProcessAndTheNextBlockHasAnother() throws IOException {
    try (ProcessForkRunner runner = runner(ending(""), 60)) {
      for (int block : new int[] {1, 1, 2}) {
        assertThat(runner.runTogether(pair(block))).extracting(Attempt::failure).containsOnly("");
      }
    }
    List<String> processes =
        Pattern.compile("<[0-9]+>").matcher(turns()).results().map(MatchResult::group).toList();
    assertThat(processes).hasSize(6);
    assertThat(processes.subList(0, 2)).doesNotHaveDuplicates();
    assertThat(processes.subList(2, 4)).hasSameElementsAs(processes.subList(0, 2));
    assertThat(processes.subList(4, 6)).doesNotContainAnyElementsOf(processes.subList(0, 2));
  }

  @Test
  void cellOfOneCoreHoldsItsProcessToTheLastAndTheNextCellMayUseAll() throws IOException {
    assumeTrue(CoreHold.isPossible(), "needs Linux and taskset");
    String cores =
        """
        if (turn == 1) {
          String cores = Files.readAllLines(Path.of("/proc/thread-self/status")).stream()
              .filter(line -> line.startsWith("Cpus_allowed_list")).findFirst().get();
          Files.writeString(Path.of("LOG"), "<" + cores + ">", StandardOpenOption.APPEND);
        }
        """
            .replace("LOG", folder.resolve("turns.txt").toString());
    try (ProcessForkRunner runner = runner(cores + ending(""), 60)) {
      for (PolicyCell.Cores wanted : PolicyCell.Cores.values()) {
        runner.runTogether(pair(1, wanted));
      }
      runner.runTogether(pair(1, PolicyCell.Cores.ONE));
    }
    String all = CoreHold.allowed(Path.of("/proc/self/status")).orElseThrow();
    String one = CoreHold.last(all);
    assertThat(Pattern.compile("list:\\s*([^>]*)>").matcher(turns()).results())
        .extracting(found -> found.group(1))
        .containsExactly(all, all, one, one, one, one);
  }

  @Test
  void forkWhoseProcessLacksItsBenchmarksArgumentsFails() throws IOException {
    assertThat(run(ending("'-Xint'"), 60))
        .extracting(Attempt::failure)
        .containsOnly(
            "its benchmark asks for the JVM arguments [-Xint]: ran with [-Dsessionbench.counts=compared, -XX:ActiveProcessorCount=%s]"
                .formatted(Runtime.getRuntime().availableProcessors()));
  }
}
