package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.gate.run.FakeArms;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code gate --from} says of measurements that are not whole, or not by its own rules. */
class GateFromTest {
  @TempDir Path folder;

  private final FakeArms arms = new FakeArms();
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  private int execute(String... args) {
    printed.reset();
    PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    return Main.execute(out, out, arms.services(), JvmStopSignal::new, arms, args);
  }

  private int count(String policy, String shard, String out) {
    return execute(
        "gate",
        "--counts",
        "--base",
        "incStep=25",
        "--head",
        "incStep=25",
        "--policy",
        policy,
        "--shard",
        shard,
        "--out",
        out);
  }

  private int count(String shard, String out) throws IOException {
    Path policy = Files.writeString(folder.resolve("policy.yaml"), FakeArms.YAML);
    return count(policy.toString(), shard, out);
  }

  private String place(String name) {
    return folder.resolve(name).toString();
  }

  private String printed() {
    return printed.toString(StandardCharsets.UTF_8);
  }

  @Test
  void everyPartOfAGateOfCountsMustBeThereOnce() throws IOException {
    String one = place("one");
    String two = place("two");
    assertThat(count("1/2", one)).isZero();
    assertThat(count("2/2", two)).isZero();
    assertThat(execute("gate", "--from", one)).isEqualTo(1);
    assertThat(printed()).startsWith("MISSING: part 2 of 2; nothing of it was counted");
    assertThat(execute("gate", "--from", one + "," + one)).isEqualTo(2);
    assertThat(printed()).contains("are both part 1 of 2: must be different shards");
    assertThat(execute("gate", "--from", one + "," + two)).isZero();
  }

  @Test
  void countsThatWereCutFailByName() throws IOException {
    count("1/1", place("out"));
    Path counts = folder.resolve("out/counts.json");
    String text = Files.readString(counts);
    int second = text.indexOf("\"name\"", text.indexOf("\"name\"") + 1);
    int last = text.lastIndexOf("\"name\"");
    Files.writeString(counts, text.substring(0, second) + text.substring(last));
    assertThat(execute("gate", "--from", place("out"))).isEqualTo(1);
    assertThat(printed())
        .startsWith("MISSING: burst")
        .contains(" inprocess; nothing of it was counted; so in ");
    Files.writeString(counts, "{\"cells\": [], \"notes\": []}");
    assertThat(execute("gate", "--from", place("out"))).isEqualTo(1);
    assertThat(printed()).contains("FAILED").contains("nothing was counted");
  }

  @Test
  void whatWasMeasuredByAnotherPolicyThanItsOwnIsRefusedOnDemand() throws IOException {
    String out = place("out");
    count("results/policy.yaml", "1/1", out);
    // These arms count no more than the requests.
    assertThat(execute("gate", "--from", out, "--own-policy")).isEqualTo(1);
    assertThat(printed()).startsWith("MISSING").contains("policy: the built-in policy");
    String other = place("other");
    count("1/1", other);
    assertThat(execute("gate", "--from", other)).isZero();
    assertThat(execute("gate", "--from", other, "--own-policy")).isEqualTo(2);
    assertThat(printed())
        .isEqualTo(
            "error: %s: must have been measured by the built-in policy, and was by another%n"
                .formatted(other));
  }
}
