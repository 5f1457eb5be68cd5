package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.io.MoreFiles;
import dev.sessionbench.bench.run.ForkEngine.ForkRunner;
import dev.sessionbench.cli.BenchCommand.World;
import dev.sessionbench.gate.ForkId;
import dev.sessionbench.gate.RecordedForks;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.gate.policy.SyntheticPolicy;
import dev.sessionbench.gate.run.FakeSides;
import dev.sessionbench.gate.run.SideSpec;
import dev.sessionbench.gate.run.Sides;
import dev.sessionbench.gate.run.Sides.BuiltSide;
import dev.sessionbench.gate.run.Sides.SideCounter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which policy judges a gate that was measured before. */
class GatePolicyTest {
  private static final String OTHER = "It is judged by another policy than it was measured under.";

  @TempDir Path folder;

  private final FakeRuns runs = new FakeRuns();

  private Path policy(String margin) throws IOException {
    return Files.writeString(
        folder.resolve("policy.yaml"),
        SyntheticPolicy.YAML.replace("margin: 0.03", "margin: " + margin));
  }

  @Test
  void anotherPolicyIsReportedAndNamedInTheCommand() throws IOException {
    Path gate = RecordedForks.gate(folder.resolve("gate"), "abc", 1);
    Path other = policy("0.04");
    assertThat(runs.execute("gate", "--from", "" + gate, "--policy", "" + other)).isNotEqualTo(2);
    assertThat(runs.out())
        .contains(OTHER, "gate --from " + gate + " --policy " + other + "\n", "policy: " + other);
  }

  @Test
  void theSamePolicyIsNotReported() throws IOException {
    Path gate = RecordedForks.gate(folder.resolve("gate"), "abc", 1);
    assertThat(runs.execute("gate", "--from", "" + gate)).isNotEqualTo(2);
    assertThat(runs.execute("gate", "--from", "" + gate, "--policy", "" + policy("0.03")))
        .isNotEqualTo(2);
    assertThat(runs.out()).doesNotContain(OTHER);
  }

  /** Builds of which the baseline is a separate build. */
  private static Sides withBase(Path build, FakeSides sides) {
    return new Sides() {
      @Override
      public BuiltSide build(Path folder, Side side, SideSpec spec) {
        BuiltSide built = sides.build(folder, side, spec);
        return side == Side.BASELINE ? new BuiltSide(build.toString(), built.identity()) : built;
      }

      @Override
      public ForkRunner<ForkId> runner(
          BuiltSide base, BuiltSide head, Path log, long limitSeconds) {
        return sides.runner(base, head, log, limitSeconds);
      }

      @Override
      public SideCounter counter(BuiltSide side, Path log) {
        return sides.counter(side, log);
      }
    };
  }

  private String measured(Path rules, Path base, String place) {
    FakeSides sides = new FakeSides();
    String line = "gate --base incStep=25 --head incStep=25 --policy %s --out %s";
    CommandRun run =
        CommandRun.in(
            (out, err) ->
                new World(out, err, sides.services(), StopSignal.Jvm::new, withBase(base, sides)),
            line.formatted(rules, folder.resolve(place)).split(" ", -1));
    assertThat(run.code()).as(run.err()).isZero();
    return run.out();
  }

  @Test
  void aPolicyOtherThanTheBaselinesIsReported() throws IOException {
    Path rules = Files.writeString(folder.resolve("rules.yaml"), FakeSides.YAML);
    Path base = folder.resolve("build");
    Path own = base.resolve(PolicyFile.RESOURCE);
    String note = "It set out to be judged by " + rules + ", which is not the baseline's policy.";
    assertThat(measured(rules, base, "none")).doesNotContain(note);
    MoreFiles.createParentDirectories(own);
    Files.writeString(own, FakeSides.YAML);
    assertThat(measured(rules, base, "same")).doesNotContain(note);
    Files.writeString(own, FakeSides.YAML.replace("margin: 0.05", "margin: 0.02"));
    assertThat(measured(rules, base, "other")).contains(note);
  }

  @Test
  void anEditedPolicyIsRefused() throws IOException {
    Path gate = RecordedForks.gate(folder.resolve("gate"), "abc", 1);
    Files.copy(policy("0.9"), gate.resolve("policy.yaml"), StandardCopyOption.REPLACE_EXISTING);
    assertThat(runs.execute("gate", "--from", "" + gate)).isEqualTo(2);
    assertThat(runs.err()).contains("policy.yaml: its hash is ").hasLineCount(1);
  }
}
