package dev.sessionbench.base.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.Latency.ScaledTime;
import dev.sessionbench.base.model.Latency.ServerTime;
import dev.sessionbench.base.text.Form;
import dev.sessionbench.base.text.YamlText;
import dev.sessionbench.mock.profile.Profiles;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LatencyProfileTest {
  @ParameterizedTest
  @CsvSource({
    "BATCH_CREATE_SESSIONS, 20, 29",
    "BEGIN_TRANSACTION, 11, 11",
    "COMMIT, 15, 19",
    "ROLLBACK, 11, 11",
    "EXECUTE_STREAMING_SQL, 20, 29",
    "EXECUTE_SQL, 20, 29"
  })
  void originalTimesAreThoseOfTheBenchmarkOf2020(Rpc rpc, long least, long most) {
    long[] millis =
        LongStream.range(0, 500)
            .map(i -> Profiles.load(Profiles.ORIGINAL).options().latencies().drawNanos(rpc, 1, i))
            .peek(nanos -> assertThat(nanos % 1_000_000).isZero())
            .map(nanos -> nanos / 1_000_000)
            .toArray();
    assertThat(Arrays.stream(millis).min()).hasValue(least);
    assertThat(Arrays.stream(millis).max()).hasValue(most);
  }

  @Test
  void theOriginalAnswersTheOtherTenMethodsAtOnce() {
    assertThat(Arrays.stream(Rpc.values()))
        .filteredOn(
            rpc ->
                Profiles.load(Profiles.ORIGINAL)
                    .options()
                    .latencies()
                    .time(rpc)
                    .equals(ServerTime.NONE))
        .hasSize(10)
        .contains(Rpc.CREATE_SESSION, Rpc.DELETE_SESSION);
  }

  @Test
  void replacingATimeKeepsTheOthersAndMakesANewProfile() {
    Latency second = ServerTime.fixed(Duration.ofSeconds(1));
    LatencyProfile one = LatencyProfile.none().with(Rpc.READ, second);
    LatencyProfile both = one.with(Rpc.COMMIT, second);
    assertThat(both.time(Rpc.READ)).isEqualTo(second);
    assertThat(both.time(Rpc.COMMIT)).isEqualTo(second);
    assertThat(one.time(Rpc.COMMIT)).isEqualTo(ServerTime.NONE);
    assertThat(both.with(Rpc.READ, ServerTime.NONE).time(Rpc.READ)).isEqualTo(ServerTime.NONE);
  }

  @Test
  void scalingMultipliesTheSameDraws() {
    LatencyProfile original = Profiles.load(Profiles.ORIGINAL).options().latencies();
    LatencyProfile slower = original.scaled(1.5);
    for (Rpc rpc : Rpc.values()) {
      for (long index = 0; index < 20; index++) {
        assertThat(slower.drawNanos(rpc, 7, index))
            .isEqualTo(Math.round(1.5 * original.drawNanos(rpc, 7, index)));
      }
    }
    assertThat(slower.time(Rpc.COMMIT)).isEqualTo(new ScaledTime(original.time(Rpc.COMMIT), 1.5));
    assertThat(original.scale()).isEqualTo(1);
    assertThat(slower.scaled(2).scale()).isEqualTo(3);
  }

  @Test
  void methodsWithTheSameTimeHaveTheirOwnDraws() {
    LatencyProfile original = Profiles.load(Profiles.ORIGINAL).options().latencies();
    assertThat(draws(original, Rpc.EXECUTE_SQL))
        .isEqualTo(draws(original, Rpc.EXECUTE_SQL))
        .isNotEqualTo(draws(original, Rpc.EXECUTE_STREAMING_SQL));
  }

  private static long[] draws(LatencyProfile profile, Rpc rpc) {
    return LongStream.range(0, 100).map(i -> profile.drawNanos(rpc, 1, i)).toArray();
  }

  @Test
  void othersIsTheTimeOfMethodsThatAreNotNamed() {
    LatencyProfile read = read("{others: 1.5, Commit: 5}");
    assertThat(read.meanMillis(Rpc.COMMIT, 1)).isEqualTo(5);
    assertThat(read.meanMillis(Rpc.READ, 1)).isEqualTo(1.5);
    assertThat(read("{Commit: 5}").time(Rpc.READ)).isEqualTo(ServerTime.NONE);
  }

  @Test
  void readsMeasuredTimesOfCreatingSessions() {
    LatencyProfile read =
        read(
            """
            BatchCreateSessions:
              measured:
                - {sessions: 1, inFlight: 1, quantiles: {0: 10, 100: 10}}
                - {sessions: 100, inFlight: 1, quantiles: {0: 30, 100: 30}}
                - {sessions: 1, inFlight: 8, quantiles: {0: 80, 12.5: 80, 100: 80}}
            """);
    SimulatedTime times = new SimulatedTime(read, CostModel.FLAT, 1, 50);
    assertThat(times.nanos(Rpc.BATCH_CREATE_SESSIONS, 0, 1, 1)).isEqualTo(10_000_000);
    assertThat(times.nanos(Rpc.BATCH_CREATE_SESSIONS, 0, 1, 8)).isEqualTo(80_000_000);
    assertThat(times.nanos(Rpc.BATCH_CREATE_SESSIONS, 0, 100, 1))
        .as("at the batch limit of 50")
        .isEqualTo(19_898_990);
  }

  private static LatencyProfile read(String yaml) {
    return Form.read(LatencyProfile.class, YamlText.parse("p.yaml", yaml));
  }
}
