package dev.sessionbench.base.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RunMetricTest {
  @ParameterizedTest
  @EnumSource
  void isFoundByItsName(RunMetric metric) {
    assertThat(RunMetric.find(metric.key())).contains(metric);
    assertThat(metric).hasToString(metric.key());
  }

  @Test
  void eachMethodHasItsMetricOrThatOfTheOthers() {
    assertThat(RunMetric.of(Rpc.COMMIT)).isEqualTo(RunMetric.COMMIT_RPCS);
    assertThat(RunMetric.of(Rpc.BATCH_CREATE_SESSIONS)).isEqualTo(RunMetric.RPCS);
    assertThat(RunMetric.of(Rpc.GET_SESSION)).isEqualTo(RunMetric.OTHER_RPCS);
  }

  @Test
  void onlyCountsAreExact() {
    assertThat(Arrays.stream(RunMetric.values()).filter(RunMetric::isExact))
        .contains(RunMetric.RPCS, RunMetric.OTHER_RPCS)
        .extracting(RunMetric::unit)
        .containsOnly("#");
    assertThat(RunMetric.WAIT_P99.meaning()).isEqualTo("99th percentile of the waits");
  }
}
