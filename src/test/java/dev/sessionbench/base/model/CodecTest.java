package dev.sessionbench.base.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.primitives.Primitives;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CodecTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "int                | [1, 100]        | 1      | 1          | a whole number from 1 to 100",
        "java.lang.Integer  | [1, 100]        | 100    | 100        | a whole number from 1 to 100",
        "java.lang.Long     | [1, )           | 7      | 7          | a whole number from 1",
        "double             | (0, 1]          | 1      | 1.0        | a number above 0 and at most 1",
        "java.lang.Double   | (0, 1)          | 0.25   | 0.25       | a number above 0 and below 1",
        "long               | [0, 3600000] ms | 0.5    | 500000     | a number from 0 to 3600000 ms",
        "java.time.Duration | [0, ) s         | 1.5    | PT1.5S     | a number from 0 s"
      })
  void numbersOfAnIntervalAreReadAndWrittenBack(
      Class<?> type, String interval, String text, String value, String range) {
    Codec<Object> codec = Codec.number(type, interval);
    Optional<Object> read = codec.reader().apply(text);
    assertThat(read).get().isInstanceOf(Primitives.wrap(type)).hasToString(value);
    assertThat(read.map(codec.writer())).contains(text);
    assertThat(codec.range()).isEqualTo(range);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-0.1",
        "0",
        "1",
        "1.1",
        "x",
        "",
        "NaN",
        "1e-401",
        "1e-400",
        "0.99999999999999999999"
      })
  void openEndsLargeExponentsAndOtherTextsAreRefused(String text) {
    assertThat(Codec.number(double.class, "(0, 1)").reader().apply(text)).isEmpty();
  }

  @Test
  void timesAreRoundedToTheNearestNanosecondOnlyIfWhole() {
    assertThat(Codec.number(long.class, "(0, 9] ms").reader().apply("0.0000001")).isEmpty();
    assertThat(Codec.number(long.class, "[0, 9] ms").reader().apply("0.0000005")).contains(1L);
    assertThat(Codec.number(long.class, "[0, 9] ms").reader().apply("0.0000014")).contains(1L);
    assertThat(Codec.number(double.class, "[0, 9] ms").reader().apply("0.0000005")).contains(0.5);
  }

  @Test
  void textsAreReadAndWrittenBack() {
    int most = Integer.MAX_VALUE;
    assertCodec(Codec.whole(1, most), "7", 7, "a whole number from 1", List.of(1, most));
    List<Long> longs = List.of(Long.MIN_VALUE, Long.MAX_VALUE);
    assertCodec(Codec.seed(), "-7", -7L, "a whole number", longs);
    assertCodec(Codec.decimal(), "1.25", new BigDecimal("1.25"), "a number", List.of());
    assertCodec(Codec.text(), " any ", " any ", "a text", List.of());
    assertThat(Codec.flag().reader().apply("TRUE")).contains(true);
    assertThat(Codec.real(0, 1).writer().apply(Double.NaN)).isEqualTo("NaN");
  }

  @Test
  void theEmptyTextStandsForNoValue() {
    Codec<Optional<Integer>> codec = Codec.optional(Codec.whole(1, 9));
    List<Optional<Integer>> ends = List.of(Optional.of(1), Optional.of(9));
    assertCodec(codec, "", Optional.empty(), "a whole number from 1 to 9", ends);
    assertCodec(codec, "5", Optional.of(5), "a whole number from 1 to 9", ends);
    assertThat(codec.reader().apply("10")).isEmpty();
  }

  @Test
  void oneWrongPartRefusesAList() {
    Codec<List<Integer>> codec = Codec.list(Codec.whole(1, 9));
    String range = "a list, each a whole number from 1 to 9";
    assertCodec(codec, "3,1,2", List.of(3, 1, 2), range, List.of());
    assertThat(codec.reader().apply("1,,2")).isEmpty();
  }

  private static <T> void assertCodec(
      Codec<T> codec, String text, T value, String range, List<T> ends) {
    assertThat(codec.reader().apply(text)).contains(value);
    assertThat(codec.writer().apply(value)).isEqualTo(text);
    assertThat(codec.range()).isEqualTo(range);
    assertThat(codec.ends()).isEqualTo(ends);
  }
}
