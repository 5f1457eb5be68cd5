package dev.sessionbench.base.results;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.TextFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Reads and writes JSON files as records. Unknown fields are ignored, so that files of newer
 * versions can be read.
 */
public final class Json {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .withCoercionConfig(
              LogicalType.Textual,
              text ->
                  Stream.of(CoercionInputShape.values())
                      .forEach(shape -> text.setCoercion(shape, CoercionAction.Fail)))
          .build();
  private static final ObjectWriter WRITER =
      MAPPER.writer(new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")));

  /** Leaves the file open after each element. */
  private static final ObjectWriter ELEMENT_WRITER =
      WRITER.without(JsonGenerator.Feature.AUTO_CLOSE_TARGET);

  private Json() {}

  /**
   * Reads a file.
   *
   * @param file the file; one whose name ends in {@code .gz} is unpacked
   * @param type the type to read
   * @return its content
   * @throws BadInput if it cannot be read or holds something else
   */
  public static <T> T read(Path file, TypeReference<T> type) {
    return parse(file.toString(), TextFile.read(file), type);
  }

  /**
   * Reads a text.
   *
   * @param name how messages name its origin
   * @param text the text
   * @param type the type to read
   * @return its content
   * @throws BadInput if it holds something else
   */
  public static <T> T parse(String name, String text, TypeReference<T> type) {
    try {
      T value = MAPPER.readValue(text, type);
      if (value == null || (value instanceof List<?> list && list.contains(null))) {
        throw new BadInput(name + ":1:1: expected results, found null");
      }
      return value;
    } catch (JsonProcessingException e) {
      throw new BadInput(message(name, e), e);
    }
  }

  /** Converts a tree into a value; {@code place} names the tree in messages. */
  static <T> T bind(String place, JsonNode tree, Class<T> type) {
    try {
      return MAPPER.treeToValue(tree, type);
    } catch (JsonProcessingException e) {
      throw new BadInput(place + ": " + path(e) + reason(e), e);
    }
  }

  /**
   * Writes a file atomically.
   *
   * @param file the file; one whose name ends in {@code .gz} is compressed
   * @param value its content
   * @throws BadInput if it cannot be written
   */
  public static void write(Path file, Object value) {
    AtomicFile.write(file, text(value));
  }

  /**
   * Supplies the elements of an array one by one.
   *
   * @param <E> an exception that may be thrown
   */
  public interface Elements<E extends Exception> {
    /** Passes all elements to the consumer. */
    void giveTo(Consumer<Object> array) throws E;
  }

  /**
   * Writes an array atomically, with only one element in memory at a time.
   *
   * @param file the file; one whose name ends in {@code .gz} is compressed
   * @param elements supplies the elements; if it fails, no file is left
   * @param <E> an exception that the elements may throw
   * @throws E if it does
   * @throws BadInput if the file cannot be written
   */
  public static <E extends Exception> void writeArray(Path file, Elements<E> elements) throws E {
    AtomicFile.Content<E> content =
        out -> {
          SequenceWriter array = ELEMENT_WRITER.writeValuesAsArray(out);
          elements.giveTo(
              element -> {
                try {
                  array.write(element);
                } catch (IOException e) {
                  throw new BadInput(file + ": cannot be written: " + e.getMessage(), e);
                }
              });
          array.close();
          out.write('\n');
        };
    AtomicFile.write(file, content);
  }

  /**
   * The text of a file.
   *
   * @param value its content
   * @return JSON on several lines, ended by a line feed
   * @throws BadInput if JSON cannot represent the value
   */
  public static String text(Object value) {
    try {
      return WRITER.writeValueAsString(value) + "\n";
    } catch (JsonProcessingException e) {
      throw new BadInput("cannot be written as JSON: " + e.getOriginalMessage(), e);
    }
  }

  private static String message(String name, JsonProcessingException e) {
    JsonLocation location = e.getLocation();
    String place =
        location == null ? name : name + ":" + location.getLineNr() + ":" + location.getColumnNr();
    return place + ": " + path(e) + reason(e);
  }

  /** The reason for an error, without Jackson's own terms. */
  private static String reason(JsonProcessingException e) {
    String message = e.getOriginalMessage();
    if (e instanceof JsonEOFException || message.startsWith("Unexpected end-of-input")) {
      return "the file ends inside its JSON: truncated?";
    }
    if (message.startsWith("No content")) {
      return "empty, expected JSON";
    }
    if (e instanceof ValueInstantiationException && e.getCause() instanceof NullPointerException) {
      return "null where a value must be";
    }
    if (message.startsWith("Trailing token")) {
      return "text after the end of the JSON";
    }
    // Further lines give the position, which the place already contains.
    return message.lines().findFirst().orElse("not JSON");
  }

  private static String path(JsonProcessingException e) {
    if (!(e instanceof JsonMappingException mapping) || mapping.getPath().isEmpty()) {
      return "";
    }
    return mapping.getPath().stream()
        .map(
            step -> step.getFieldName() == null ? "[" + step.getIndex() + "]" : step.getFieldName())
        .collect(joining(".", "at ", ": "));
  }
}
