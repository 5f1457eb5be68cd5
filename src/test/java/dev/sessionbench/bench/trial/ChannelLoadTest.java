package dev.sessionbench.bench.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.bench.load.Operation;
import dev.sessionbench.mock.profile.Profiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The parameters describe the burst on a cold client. */
class ChannelLoadTest {
  @Test
  void everyCallerMakesTwentyQueriesInALoop() {
    LoadPlan load = ChannelLoad.read(Map.of("concurrency", "50")).load();
    assertThat(load.callers()).isEqualTo(50);
    assertThat(load.size()).isEqualTo(1_000);
    assertThat(load.open()).isFalse();
    assertThat(load.operation(999))
        .isEqualTo(new Operation(Operation.Kind.READ, 0, 0, 0, /* keeps= */ false));
    assertThat(ChannelLoad.read(Map.of("operations", "7")).load().size()).isEqualTo(7);
  }

  @Test
  void clockStartsBeforeTheClientOpens() {
    Scenario measured = ChannelLoad.read(Map.of("queryMillis", "1.5")).measured();
    assertThat(measured.fillsFirst()).isFalse();
    LatencyProfile times = measured.mock().latencies();
    assertThat(times.drawNanos(Rpc.EXECUTE_STREAMING_SQL, 1, 5)).isEqualTo(1_500_000);
  }

  @Test
  void clientUsesItsDefaultSessions() {
    assertThat(client("6.104.0")).isEqualTo("multiplexed-6.104.0");
    assertThat(client("6.95.0")).isEqualTo("6.95.0");
    assertThat(client("6.123.0")).isEqualTo("6.123.0");
  }

  private static String client(String version) {
    return ChannelLoad.read(Map.of("client", version)).client().name();
  }

  @Test
  void resultsOmitChannelParametersInProcess() {
    assertThat(ChannelLoad.told(Map.of("transport", "inprocess", "grpcGcp", "default")))
        .containsEntry("concurrency", "400")
        .doesNotContainKeys("numChannels", "grpcGcp", "dynamicChannels");
    assertThat(ChannelLoad.told(new TreeMap<>(Map.of("client", "newest"))))
        .containsEntry("client", "6.123.0")
        .containsEntry("numChannels", "default");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "numChannels=0|numChannels=0: must be a whole number from 1 to 256, or default",
        "numChannels=257|numChannels=257: must be a whole number from 1 to 256, or default",
        "grpcGcp=yes|grpcGcp=yes: must be one of default, on, off",
        "dynamicChannels=4/2/8/25|dynamicChannels=4/2/8/25: must be one of default, on, off, or"
            + " min/initial/max/rpcsPerChannel with 1 <= min <= initial <= max <= 256",
        "concurrency=0|concurrency=0: must be a whole number from 1 to 10000",
        "client=built|client=built: must be another here, for it is set up as its users do: name"
            + " its version",
        "client=hikaricp-6.3.0|client=hikaricp-6.3.0: must be a Spanner client here, by its version",
      })
  void refusesWrongValuesInOneLine(String word, String complaint) {
    String[] parts = word.split("=", 2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ChannelLoad.read(Map.of(parts[0], parts[1])))
        .withMessage(complaint);
  }

  @Test
  void refusesConnectionSettingsInProcess(@TempDir Path folder) throws Exception {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ChannelLoad.read(Map.of("transport", "inprocess", "grpcGcp", "off")))
        .withMessage("grpcGcp=off: needs transport=tcp");
    String file = Files.writeString(folder.resolve("p.yaml"), "connections: {}\n").toString();
    assertThat(Profiles.load(file).options().connections().orElseThrow().streams()).isEqualTo(100);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ChannelLoad.read(Map.of("transport", "inprocess", "profile", file)))
        .withMessageEndingWith(
            "has a section connections, which transport=inprocess lacks; add -p transport=tcp");
  }
}
