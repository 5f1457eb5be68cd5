package dev.sessionbench.study.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Metadata;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RpcTimerTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gfet4t7; dur=12 | 12",
        "gfet4t7;dur=12.5 | 12.5",
        "afe; dur=3, gfet4t7; dur=8 | 8",
        "afe; dur=3 | NaN",
        "nonsense | NaN"
      })
  void theFrontEndsTimeIsReadFromTheHeader(String header, double millis) {
    Metadata headers = new Metadata();
    headers.put(Metadata.Key.of("server-timing", Metadata.ASCII_STRING_MARSHALLER), header);
    assertThat(RpcTimer.frontEndMillis(headers)).isEqualTo(Double.valueOf(millis));
    assertThat(RpcTimer.frontEndMillis(new Metadata())).isNaN();
  }
}
