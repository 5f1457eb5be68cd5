package dev.sessionbench.mock.query;

import static dev.sessionbench.mock.SpannerRpcFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ListValue;
import com.google.protobuf.NullValue;
import com.google.protobuf.Value;
import dev.sessionbench.mock.query.ResultStream.ValueChunks;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how large values are cut. The pieces are merged as PartialResultSet.chunked_value says. */
class ValueChunksTest {
  private static final int MAX_BYTES = 64;

  @Test
  void smallValuesStayWhole() {
    for (Value value : List.of(text("abc"), number(1), list(text("a"), number(2)), nothing())) {
      assertThat(ValueChunks.of(value, MAX_BYTES)).containsExactly(value);
    }
  }

  @Test
  void stringIsCutBetweenCharactersIntoPiecesThatFit() {
    String text = "aé€😀".repeat(100);
    List<Value> pieces = ValueChunks.of(text(text), MAX_BYTES);

    assertThat(pieces.size()).isGreaterThan(10);
    assertThat(pieces).allMatch(piece -> ValueChunks.bytes(piece) <= MAX_BYTES);
    for (Value piece : pieces) {
      byte[] utf8 = piece.getStringValue().getBytes(StandardCharsets.UTF_8);
      assertThat(new String(utf8, StandardCharsets.UTF_8)).isEqualTo(piece.getStringValue());
      assertThat(piece.getStringValue()).doesNotContain("?");
    }
    assertThat(merge(pieces)).isEqualTo(text(text));
  }

  @Test
  void listCutAfterAStringContinuesWithAnEmptyOne() {
    Value value = list(text("x".repeat(40)), text("y".repeat(40)));

    assertThat(ValueChunks.of(value, MAX_BYTES))
        .containsExactly(list(text("x".repeat(40))), list(text(""), text("y".repeat(40))));
  }

  @Test
  void listCutAfterANumberContinuesUnchanged() {
    Value[] numbers = new Value[20];
    Arrays.setAll(numbers, i -> number(i));
    List<Value> pieces = ValueChunks.of(list(numbers), MAX_BYTES);

    assertThat(pieces.size()).isGreaterThan(1);
    assertThat(pieces.get(1).getListValue().getValues(0).hasNumberValue()).isTrue();
    assertThat(merge(pieces)).isEqualTo(list(numbers));
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 100, 1_000})
  void anyNestedValueIsPutTogetherAgain(int maxBytes) {
    SplittableRandom random = new SplittableRandom(maxBytes);
    for (int i = 0; i < 2_000; i++) {
      Value value = random(random, 3, maxBytes);
      assertThat(merge(ValueChunks.of(value, maxBytes))).isEqualTo(value);
    }
  }

  private static Value random(SplittableRandom random, int depth, int maxBytes) {
    return switch (random.nextInt(depth > 0 ? 5 : 3)) {
      case 0 -> text("é".repeat(random.nextInt(2 * maxBytes)));
      case 1 -> number(random.nextInt());
      case 2 -> random.nextBoolean() ? nothing() : text("");
      default -> {
        Value[] elements = new Value[random.nextInt(6)];
        Arrays.setAll(elements, i -> random(random, depth - 1, maxBytes));
        yield list(elements);
      }
    };
  }

  private static Value merge(List<Value> pieces) {
    return pieces.stream().reduce(ValueChunksTest::merge).orElseThrow();
  }

  /**
   * Merges as the proto says: strings are concatenated; so are lists, with their ends merged if
   * possible.
   */
  static Value merge(Value first, Value second) {
    assertThat(first.getKindCase()).isEqualTo(second.getKindCase());
    if (first.hasStringValue()) {
      return text(first.getStringValue() + second.getStringValue());
    }
    List<Value> elements = new ArrayList<>(first.getListValue().getValuesList());
    List<Value> added = second.getListValue().getValuesList();
    if (elements.isEmpty() || added.isEmpty()) {
      elements.addAll(added);
    } else {
      Value last = elements.get(elements.size() - 1);
      boolean mergeable = last.hasStringValue() || last.hasListValue();
      if (mergeable) {
        elements.set(elements.size() - 1, merge(last, added.get(0)));
      }
      elements.addAll(added.subList(mergeable ? 1 : 0, added.size()));
    }
    return list(elements.toArray(Value[]::new));
  }

  private static Value number(double number) {
    return Value.newBuilder().setNumberValue(number).build();
  }

  static Value nothing() {
    return Value.newBuilder().setNullValue(NullValue.NULL_VALUE).build();
  }

  static Value list(Value... elements) {
    return Value.newBuilder()
        .setListValue(ListValue.newBuilder().addAllValues(Arrays.asList(elements)))
        .build();
  }
}
