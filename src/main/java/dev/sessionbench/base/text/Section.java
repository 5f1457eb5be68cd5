package dev.sessionbench.base.text;

import static java.util.stream.Collectors.joining;

import dev.sessionbench.base.model.Key;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Binds a mapping of a configuration file to a record.
 *
 * <p>A component without a {@link Key} has no key of its own. If its type is sealed, the mapping
 * must have exactly one of the keys of that type's records. If it is a list of a sealed type, the
 * mapping may have any of them. If its type is a record, that record's keys stand in the mapping
 * too. If the record has a static method without arguments that has a {@link Key}, the component
 * has its value there.
 *
 * @param type the record
 * @param parts the reader and writer of each component
 */
public record Section(Class<?> type, List<Part> parts) {
  /** Reads and writes one component. */
  private record Part(
      List<Field> fields,
      Function<YamlMapping, Object> reader,
      Function<Object, Stream<String>> writer) {}

  /** The section of a record. */
  public static Section of(Class<?> type) {
    Optional<Method> standard = keyed(type).filter(method -> method.getParameterCount() == 0);
    return new Section(
        type, Arrays.stream(type.getRecordComponents()).map(one -> part(one, standard)).toList());
  }

  /** The static method of a record that has a {@link Key}. */
  static Optional<Method> keyed(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> Modifier.isStatic(method.getModifiers()))
        .filter(method -> method.isAnnotationPresent(Key.class))
        .findFirst();
  }

  private static Part part(RecordComponent component, Optional<Method> standard) {
    Key key = component.getAnnotation(Key.class);
    Class<?> type = component.getType();
    if (key != null) {
      Form form = Form.of(component.getGenericType(), key.range());
      Field field =
          new Field(key.name().isEmpty() ? component.getName() : key.name(), form, key, type);
      return new Part(List.of(field), field::read, field::write);
    }
    if (standard.isPresent()) {
      Method made = standard.orElseThrow();
      return new Part(
          List.of(),
          mapping -> call(component.getAccessor(), call(made, null)),
          value -> Stream.of());
    }
    if (type.isRecord()) {
      Section all = of(type);
      return new Part(all.fields(), all::read, all::lines);
    }
    if (component.getGenericType() instanceof ParameterizedType list) {
      List<Field> fields = fields((Class<?>) list.getActualTypeArguments()[0]);
      return new Part(
          fields,
          mapping ->
              fields.stream()
                  .filter(field -> mapping.keys().contains(field.name))
                  .map(field -> field.read(mapping))
                  .toList(),
          values -> ((List<?>) values).stream().flatMap(value -> write(fields, value)));
    }
    List<Field> fields = fields(type);
    return new Part(
        fields,
        mapping -> mapping.exactlyOne(fields, Field::name).read(mapping),
        value -> write(fields, value));
  }

  /** The keys that select among the records of a sealed type. */
  public static List<Field> fields(Class<?> sealed) {
    return Arrays.stream(sealed.getPermittedSubclasses())
        .filter(record -> record.isAnnotationPresent(Key.class))
        .map(
            record -> {
              Key key = Objects.requireNonNull(record.getAnnotation(Key.class));
              String name = record.getSimpleName();
              name = name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
              return new Field(
                  key.name().isEmpty() ? name : key.name(), Form.of(record, ""), key, record);
            })
        .toList();
  }

  private static Stream<String> write(List<Field> fields, Object value) {
    return fields.stream()
        .filter(field -> field.type.isInstance(value))
        .flatMap(field -> field.write(value));
  }

  /**
   * The form of a sealed type. It is a mapping with the one key of a record, or the value of the
   * first record. If the records have no keys, it is a mapping with the first key of one record.
   */
  static Form choice(Class<?> sealed) {
    List<Field> fields = fields(sealed);
    return fields.isEmpty()
        ? byFirstKey(Arrays.stream(sealed.getPermittedSubclasses()).map(Section::of).toList())
        : byKey(fields);
  }

  private static Form byKey(List<Field> fields) {
    List<String> names = fields.stream().map(Field::name).toList();
    return new Form(
        "one of " + String.join(", ", names),
        value ->
            value.isScalar()
                ? fields.get(0).form.read(value)
                : value.mapping().only(names).exactlyOne(fields, Field::name).read(value.mapping()),
        value -> inBraces(write(fields, value)));
  }

  private static Form byFirstKey(List<Section> variants) {
    Function<Section, String> first = variant -> variant.names().get(0);
    return new Form(
        variants.stream().map(first).collect(joining(", ", "one of ", "")),
        value -> value.mapping().exactlyOne(variants, first).form().read(value),
        value ->
            inBraces(
                variants.stream()
                    .filter(variant -> variant.type.isInstance(value))
                    .flatMap(variant -> variant.lines(value))));
  }

  static String inBraces(Stream<String> lines) {
    return lines.collect(joining(", ", "{", "}"));
  }

  /** The keys, in the order of the components. */
  public List<Field> fields() {
    return parts.stream().flatMap(part -> part.fields.stream()).toList();
  }

  private List<String> names() {
    return fields().stream().map(Field::name).toList();
  }

  /** A mapping of exactly these keys. */
  Form form() {
    List<String> names = names();
    return new Form(
        "{" + String.join(", ", names) + "}",
        value -> read(value.mapping().only(names)),
        value -> inBraces(lines(value)));
  }

  private Object read(YamlMapping mapping) {
    return make(parts.stream().map(part -> part.reader.apply(mapping)).toArray());
  }

  /** The record with its first component given and defaults for the others. */
  Object ofFirst(Object first) {
    return make(
        Stream.concat(Stream.of(first), fields().stream().skip(1).map(Field::standard)).toArray());
  }

  /** The record with all its defaults. */
  public Object defaults() {
    return make(fields().stream().map(Field::standard).toArray());
  }

  /** The lines of a file for a record, each {@code key: value}. */
  public Stream<String> lines(Object of) {
    Object[] values = values(of);
    return IntStream.range(0, values.length)
        .boxed()
        .flatMap(i -> parts.get(i).writer.apply(values[i]));
  }

  Object[] values(Object of) {
    return Arrays.stream(type.getRecordComponents())
        .map(component -> call(component.getAccessor(), of))
        .toArray();
  }

  Object make(@Nullable Object... values) {
    Constructor<?> constructor =
        Arrays.stream(type.getDeclaredConstructors())
            .filter(one -> one.getParameterCount() == values.length)
            .findFirst()
            .orElseThrow();
    constructor.setAccessible(true);
    return invoke(() -> constructor.newInstance(values));
  }

  static Object call(Method method, @Nullable Object of, Object... arguments) {
    method.setAccessible(true);
    return invoke(() -> method.invoke(of, arguments));
  }

  private interface Invocation {
    Object invoke() throws ReflectiveOperationException;
  }

  private static Object invoke(Invocation invocation) {
    try {
      return invocation.invoke();
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof RuntimeException wrong ? wrong : new IllegalStateException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * One key of a section.
   *
   * @param name its name in the file
   * @param form how its value is written there
   * @param key its meaning and default
   * @param type the type of its values
   */
  public record Field(String name, Form form, Key key, Class<?> type) {
    boolean isRequired() {
      return key.or().isEmpty() && type != Optional.class && type != Set.class;
    }

    /** The value if the key is absent. */
    Object standard() {
      return !key.or().isEmpty()
          ? form.read(YamlText.parse(name, key.or()))
          : type == Set.class ? Set.of() : Optional.empty();
    }

    private Object read(YamlMapping mapping) {
      return isRequired() || mapping.keys().contains(name)
          ? form.read(mapping.require(name))
          : standard();
    }

    private Stream<String> write(Object value) {
      boolean absent = key.or().isEmpty() && !isRequired() && value.equals(standard());
      return absent ? Stream.of() : Stream.of(name + ": " + form.writer().apply(value));
    }
  }
}
