package dev.sessionbench.base.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.Latency.ScaledTime;
import dev.sessionbench.base.model.Latency.ServerTime;
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
}
