package dev.sessionbench.base.text;

import static java.util.stream.Collectors.joining;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Codec;
import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.Key;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Reads and writes the values of one type in a configuration file. Records use the {@link Key} of
 * each component.
 *
 * @param range the allowed values, as a phrase that follows "must be"
 * @param reader makes one of a value; its IllegalArgumentException gets the place
 * @param writer a value as YAML on one line
 */
public record Form(
    String range, Function<YamlValue, Object> reader, Function<Object, String> writer) {
  /** Cached, because every start of a server checks its records. */
  private static final Map<Class<?>, Form> FORMS = new ConcurrentHashMap<>();

  /**
   * Reads a value.
   *
   * @param type a record, or a sealed type of records
   * @throws BadInput with the place, if the value is wrong
   */
  public static <T> T read(Class<T> type, YamlValue value) {
    return type.cast(FORMS.computeIfAbsent(type, once -> of(once, "")).read(value));
  }

  /**
   * Checks a record that did not come from a file as if it had.
   *
   * @param name the record's name in messages
   * @throws IllegalArgumentException naming the key, its value and what would be right
   */
  public static void check(String name, Object value) {
    try {
      Form form = FORMS.computeIfAbsent(value.getClass(), once -> of(once, ""));
      var unused = form.read(YamlText.parse(name, form.writer.apply(value)));
    } catch (BadInput e) {
      throw new IllegalArgumentException(
          String.valueOf(e.getMessage()).replaceFirst(":\\d+:\\d+:", ":"), e);
    }
  }

  Object read(YamlValue value) {
    return value.checked(() -> reader.apply(value));
  }

  /** The form of a type; its numbers must be within an interval. */
  static Form of(Type type, String range) {
    if (type instanceof ParameterizedType generic) {
      Type[] of = generic.getActualTypeArguments();
      Form item = of(of[of.length - 1], range);
      Class<?> raw = (Class<?>) generic.getRawType();
      return raw == Map.class ? map((Class<?>) of[0], item) : several(raw, item);
    }
    Class<?> raw = (Class<?>) type;
    if (raw == String.class) {
      return new Form(
          "a text",
          range.isEmpty() ? YamlValue::text : YamlValue::anyText,
          text -> YamlText.quoted((String) text));
    }
    if (raw == boolean.class) {
      return new Form("true or false", value -> value.plain(Codec.flag()), Object::toString);
    }
    if (raw == YamlValue.class) {
      return new Form("see below", value -> value, Object::toString);
    }
    if (raw.isEnum()) {
      Codec<?> known = Codec.oneOf(raw.getEnumConstants());
      String text = known.range().replaceFirst("^(([^,]*,){2}[^,]*),.*", "$1 ...");
      return new Form(text, value -> value.oneOf(known), Object::toString);
    }
    if (raw.isSealed() || raw.isRecord()) {
      return raw.isSealed() ? Section.choice(raw) : record(raw);
    }
    Codec<Object> number = Codec.number(raw, range);
    return new Form(number.range(), value -> value.plain(number), number.writer());
  }

  /**
   * The form of a list, a set or an optional value. A set must not be empty; its only element may
   * stand without brackets.
   */
  private static Form several(Class<?> type, Form item) {
    if (type == Optional.class) {
      return new Form(
          item.range,
          value -> Optional.of(item.read(value)),
          value -> item.writer.apply(((Optional<?>) value).orElseThrow()));
    }
    boolean set = type != List.class;
    return new Form(
        (set ? item.range + ", or " : "") + "a list",
        value -> {
          List<YamlValue> items = set && value.isScalar() ? List.of(value) : value.items();
          Invalid.when(set && items.isEmpty(), "must name at least one; leave it out for all");
          List<Object> read = items.stream().map(item::read).toList();
          return set ? new LinkedHashSet<>(read) : read;
        },
        list -> ((Collection<?>) list).stream().map(item.writer).collect(joining(", ", "[", "]")));
  }

  private static Form map(Class<?> keys, Form item) {
    Form key = of(keys, "");
    Function<Map.Entry<?, ?>, String> line =
        e -> e.getKey() + ": " + item.writer.apply(e.getValue());
    Stream<?> constants = keys.isEnum() ? Stream.of(keys.getEnumConstants()) : Stream.of();
    List<String> known = constants.map(Object::toString).toList();
    return new Form(
        "a mapping, each value " + item.range,
        value -> {
          Map<Object, Object> read = new LinkedHashMap<>();
          YamlMapping mapping = value.mapping();
          mapping
              .only(known.isEmpty() ? mapping.keys() : known)
              .keys()
              .forEach(k -> read.put(key.read(mapping.key(k)), item.read(mapping.require(k))));
          return read;
        },
        map -> Section.inBraces(((Map<?, ?>) map).entrySet().stream().map(line)));
  }

  /**
   * A mapping or a shorter form. A record without keys is true, or the argument of its method with
   * a {@link Key}. A record with one component is its value. Otherwise the short form is the
   * argument of that method, or the first key if the others have defaults.
   */
  private static Form record(Class<?> type) {
    Optional<Form> taken = Section.keyed(type).map(Form::taking);
    if (Arrays.stream(type.getRecordComponents()).noneMatch(Form::isKnown)) {
      return taken.orElseGet(() -> flag(Section.of(type)));
    }
    Section section = Section.of(type);
    List<Section.Field> fields = section.fields();
    Form first = fields.get(0).form();
    if (type.getRecordComponents().length == 1) {
      return new Form(
          first.range,
          value -> section.make(first.read(value)),
          value -> first.writer.apply(section.values(value)[0]));
    }
    boolean whole =
        taken.isEmpty()
            && (!type.isAnnotationPresent(Key.class)
                || fields.stream().skip(1).anyMatch(Section.Field::isRequired));
    Form all = section.form();
    Form brief =
        taken.orElse(
            new Form(first.range, value -> section.ofFirst(first.read(value)), first.writer));
    return new Form(
        whole ? all.range : brief.range + ", or " + all.range,
        value -> (whole || !value.isScalar() ? all : brief).read(value),
        all.writer);
  }

  /** Whether a component has keys in the file: its own, or those of a sealed type. */
  private static boolean isKnown(RecordComponent component) {
    return component.isAnnotationPresent(Key.class) || component.getType().isSealed();
  }

  /** The form of a method's argument, with what it reads passed to the method. */
  private static Form taking(Method method) {
    String range = Objects.requireNonNull(method.getAnnotation(Key.class)).range();
    Form form = of(method.getGenericParameterTypes()[0], range);
    return new Form(
        form.range, value -> Section.call(method, null, form.read(value)), Object::toString);
  }

  private static Form flag(Section section) {
    String text = "true, or left out";
    return new Form(
        text,
        value -> {
          Invalid.when(!value.plain(Codec.flag()), "must be %s, is 'false'", text);
          return section.defaults();
        },
        value -> "true");
  }
}
