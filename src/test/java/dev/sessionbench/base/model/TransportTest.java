package dev.sessionbench.base.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TransportTest {
  @Test
  void isWrittenInLowerCase() {
    assertThat(Transport.values())
        .extracting(Transport::toString)
        .containsExactly("inprocess", "tcp");
  }
}
