package dev.sessionbench.profile;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** One value of a profile, which knows its place. Each reading checks that it is what is wanted. */
final class YamlValue {
  private static final Set<Tag> KNOWN_TAGS =
      Set.of(Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL, Tag.NULL, Tag.MAP, Tag.SEQ);
  private static final int LONGEST_QUOTE = 60;
  private static final int MAX_SCALE = 400;

  private final YamlSource source;
  private final Node node;
  private final String path;

  /**
   * A value.
   *
   * @param source where it is from
   * @param node what stands there
   * @param path the keys that lead to it, as in {@code latencies.Commit}; empty for the whole
   */
  YamlValue(YamlSource source, Node node, String path) {
    this.source = source;
    this.node = node;
    this.path = path;
    if (!KNOWN_TAGS.contains(node.getTag())) {
      throw complaint("the tag " + node.getTag().getValue() + " means nothing here");
    }
  }

  /** What is wrong with this value. */
  ProfileException complaint(String problem) {
    return complaint(node, problem);
  }

  ProfileException complaint(Node at, String problem) {
    return new ProfileException(source.place(at), path.isEmpty() ? problem : path + ": " + problem);
  }

  /** Says that this value is of another kind than it should. */
  ProfileException mustBe(String right) {
    return complaint("must be " + right + ", is " + shown());
  }

  /**
   * Makes something of this value; what refuses it with an IllegalArgumentException gets the place.
   */
  <T> T checked(Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      throw complaint(String.valueOf(e.getMessage()));
    }
  }

  /** Where it begins, as file:line:column. */
  String place() {
    return source.place(node);
  }

  /** The value as messages quote it. */
  String shown() {
    if (node instanceof MappingNode) {
      return "a mapping";
    }
    if (node instanceof SequenceNode) {
      return "a list";
    }
    String text = scalarText();
    String start = text.length() > LONGEST_QUOTE ? text.substring(0, LONGEST_QUOTE) + "..." : text;
    return isNull() ? "nothing" : "'" + start + "'";
  }

  /** Whether it is one of these words, with quotes or without. */
  boolean isOneOf(Set<String> words) {
    return words.contains(scalarText());
  }

  boolean isMapping() {
    return node instanceof MappingNode;
  }

  /** Whether it is a single word or number. */
  boolean isScalar() {
    return node instanceof ScalarNode;
  }

  /** Whether it was meant as a number. */
  boolean isNumber() {
    return isPlain() && (node.getTag().equals(Tag.INT) || node.getTag().equals(Tag.FLOAT));
  }

  /** Whether it is null, as in {@code key:} with nothing behind it. */
  boolean isNull() {
    return node.getTag().equals(Tag.NULL);
  }

  /** Whether it was written without quotes, so that {@code 5} is a number. */
  private boolean isPlain() {
    return node instanceof ScalarNode scalar && scalar.getScalarStyle() == ScalarStyle.PLAIN;
  }

  private String scalarText() {
    return node instanceof ScalarNode scalar ? scalar.getValue() : "";
  }

  /** The keys and values below it, all keys distinct. */
  YamlMapping mapping() {
    if (!(node instanceof MappingNode mapping)) {
      throw mustBe("a mapping (key: value)");
    }
    return new YamlMapping(this, source, mapping, path);
  }

  /** The items of a list. */
  List<YamlValue> items() {
    if (!(node instanceof SequenceNode sequence)) {
      throw mustBe("a list");
    }
    List<YamlValue> items = new ArrayList<>();
    for (Node item : sequence.getValue()) {
      items.add(new YamlValue(source, item, path + "[" + items.size() + "]"));
    }
    return items;
  }

  /** A text that is not empty, with quotes or without. */
  String text() {
    String text = anyText();
    if (text.isBlank()) {
      throw mustBe("a text");
    }
    return text;
  }

  /** A text, which may be empty if it is quoted. */
  String anyText() {
    if (!(node instanceof ScalarNode) || isNull()) {
      throw mustBe("a text");
    }
    return scalarText();
  }

  /** A decimal number. */
  BigDecimal number() {
    if (isPlain()) {
      try {
        BigDecimal number = new BigDecimal(scalarText());
        // Working with 1e-999999999 would take all memory.
        if (Math.abs((long) number.scale()) <= MAX_SCALE) {
          return number;
        }
      } catch (NumberFormatException e) {
        // Told below, with the place.
      }
    }
    throw mustBe("a number");
  }

  /** A number within a range, its bounds included. */
  double number(double least, double most, String unit) {
    double number = number().doubleValue();
    if (!(number >= least && number <= most)) {
      throw mustBe("from %s to %s%s".formatted(shortest(least), shortest(most), unit));
    }
    return number;
  }

  /** A whole number within a range, its bounds included. */
  long integer(long least, long most) {
    long number;
    try {
      number = number().longValueExact();
    } catch (ArithmeticException e) {
      throw mustBe("a whole number from %s to %s".formatted(least, most));
    }
    if (number < least || number > most) {
      throw mustBe("a whole number from %s to %s".formatted(least, most));
    }
    return number;
  }

  /** True or false. */
  boolean bool() {
    String text = scalarText().toLowerCase(Locale.ROOT);
    if (isPlain() && (text.equals("true") || text.equals("false"))) {
      return text.equals("true");
    }
    throw mustBe("true or false");
  }

  private static String shortest(double number) {
    return new BigDecimal(Double.toString(number)).stripTrailingZeros().toPlainString();
  }
}
