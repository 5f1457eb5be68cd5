package dev.sessionbench.mock.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WireReplyStreamTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 16_384, 16_385, 100_000})
  void drainingAndReadingGiveTheSameBytes(int length) throws IOException {
    byte[] expected = new Pattern(length, 3).bytes();

    WireReplyStream drained = new WireReplyStream(new Pattern(length, 3));
    assertThat(drained.available()).isEqualTo(length);
    assertThat(drain(drained)).isEqualTo(expected);
    assertThat(drained.available()).isZero();
    assertThat(drained.read()).isEqualTo(-1);
    assertThat(drain(drained)).isEmpty();

    assertThat(new WireReplyStream(new Pattern(length, 3)).readAllBytes()).isEqualTo(expected);
  }

  @Test
  void whatIsLeftAfterAFewReadsCanBeDrained() throws IOException {
    WireReplyStream stream = new WireReplyStream(new Pattern(10, 0));
    assertThat(stream.readNBytes(4)).containsExactly(0, 1, 2, 3);
    assertThat(stream.available()).isEqualTo(6);
    assertThat(drain(stream)).containsExactly(4, 5, 6, 7, 8, 9);
  }

  @Test
  void oneReplyDoesNotShowThroughTheNextOfTheSameThread() throws IOException {
    byte[] first = drain(new WireReplyStream(new Pattern(500, 1)));
    byte[] second = drain(new WireReplyStream(new Pattern(100, 2)));
    assertThat(first).isEqualTo(new Pattern(500, 1).bytes());
    assertThat(second).isEqualTo(new Pattern(100, 2).bytes());
  }

  private static byte[] drain(WireReplyStream stream) throws IOException {
    ByteArrayOutputStream target = new ByteArrayOutputStream();
    int announced = stream.available();
    assertThat(stream.drainTo(target)).isEqualTo(announced);
    return target.toByteArray();
  }

  /** Bytes that count up from a first one. */
  private record Pattern(int length, int first) implements WireReply {
    @Override
    public List<String> createdSessions() {
      return List.of();
    }

    @Override
    public void writeTo(byte[] bytes) {
      for (int i = 0; i < length; i++) {
        bytes[i] = (byte) (first + i);
      }
    }

    byte[] bytes() {
      byte[] bytes = new byte[length];
      writeTo(bytes);
      return bytes;
    }
  }
}
