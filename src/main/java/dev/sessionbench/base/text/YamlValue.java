package dev.sessionbench.base.text;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Codec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * One YAML value with its place in the text. Each method checks that the value has the wanted form.
 * If not, it throws a {@link BadInput} with the place.
 */
public final class YamlValue {
  private static final Set<Tag> KNOWN_TAGS =
      Set.of(Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL, Tag.NULL, Tag.MAP, Tag.SEQ);
  private static final int LONGEST_QUOTE = 60;

  private final Node node;
  private final String path;

  /**
   * A value.
   *
   * @param node what stands there
   * @param path the keys that lead to it, as in {@code latencies.Commit}; empty for the whole
   */
  YamlValue(Node node, String path) {
    this.node = node;
    this.path = path;
    if (!KNOWN_TAGS.contains(node.getTag())) {
      throw complaint("the tag " + node.getTag().getValue() + " means nothing here");
    }
  }

  /** A value below this one. */
  YamlValue below(Node child, String key) {
    return new YamlValue(child, path.isEmpty() ? key : path + "." + key);
  }

  /** An error about this value. */
  public BadInput complaint(String problem) {
    return complaint(node, problem);
  }

  BadInput complaint(Node at, String problem) {
    return BadInput.at(place(at), path.isEmpty() ? problem : path + ": " + problem);
  }

  /**
   * An error that says what this value must be.
   *
   * @param right the allowed values
   * @return the complaint, which quotes the value
   */
  public BadInput mustBe(String right) {
    return complaint("must be " + right + ", is " + shown());
  }

  /**
   * Builds an object from this value, and adds the place to errors.
   *
   * @param made builds it; its IllegalArgumentException gets the place of the key that the message
   *     begins with, as in {@code blocks: must be at least 1}, or else of the whole value
   * @return what was made
   * @throws BadInput with the place, if it was refused
   */
  public <T> T checked(Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      String problem = String.valueOf(e.getMessage());
      throw node instanceof MappingNode
          ? mapping().complaint(problem.replaceFirst("(?s):.*", ""), problem)
          : complaint(problem);
    }
  }

  /** The place of a node's beginning. */
  static String place(Node node) {
    return place(node.getStartMark().orElseThrow());
  }

  /** The place of a mark, lines and columns counted from 1. */
  static String place(Mark mark) {
    return "%s:%s:%s".formatted(mark.getName(), mark.getLine() + 1, mark.getColumn() + 1);
  }

  /** The value as messages quote it. */
  private String shown() {
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

  /** Whether it is a scalar, such as a name or a number. */
  public boolean isScalar() {
    return node instanceof ScalarNode;
  }

  /** Whether it is null, as in {@code key:} without a value. */
  public boolean isNull() {
    return node.getTag().equals(Tag.NULL);
  }

  private String scalarText() {
    return node instanceof ScalarNode scalar ? scalar.getValue() : "";
  }

  /** The keys and values below it, with unique keys. */
  public YamlMapping mapping() {
    if (!(node instanceof MappingNode mapping)) {
      throw mustBe("a mapping (key: value)");
    }
    return new YamlMapping(this, mapping);
  }

  /** The items of a list. */
  public List<YamlValue> items() {
    if (!(node instanceof SequenceNode sequence)) {
      throw mustBe("a list");
    }
    List<YamlValue> items = new ArrayList<>();
    for (Node item : sequence.getValue()) {
      items.add(new YamlValue(item, path + "[" + items.size() + "]"));
    }
    return items;
  }

  /** A text that is not empty, quoted or not. */
  public String text() {
    String text = anyText();
    if (text.isBlank()) {
      throw mustBe("a text");
    }
    return text;
  }

  /** One of some known values; case and spaces do not matter. */
  public <T> T oneOf(Codec<T> codec) {
    return codec.reader().apply(text().replace(" ", "")).orElseThrow(() -> mustBe(codec.range()));
  }

  /** A text; it may be empty if it is quoted. */
  public String anyText() {
    if (!(node instanceof ScalarNode) || isNull()) {
      throw mustBe("a text");
    }
    return scalarText();
  }

  /** A number, or true or false, without quotes. */
  public <T> T plain(Codec<T> codec) {
    return Optional.of(node)
        .filter(it -> it instanceof ScalarNode of && of.getScalarStyle() == ScalarStyle.PLAIN)
        .map(it -> scalarText())
        .flatMap(codec.reader())
        .orElseThrow(() -> mustBe(codec.range()));
  }
}
