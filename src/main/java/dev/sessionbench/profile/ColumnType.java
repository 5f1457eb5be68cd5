package dev.sessionbench.profile;

import com.google.protobuf.ListValue;
import com.google.protobuf.NullValue;
import com.google.protobuf.Value;
import com.google.spanner.v1.Type;
import com.google.spanner.v1.TypeCode;
import dev.sessionbench.yaml.YamlValue;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The type of a column, as GoogleSQL writes it.
 *
 * @param scalar the type, or that of the elements
 * @param array whether it is an array
 */
record ColumnType(ScalarType scalar, boolean array) {
  private static final Pattern ARRAY = Pattern.compile("ARRAY<(.*)>");
  private static final Value NULL = Value.newBuilder().setNullValue(NullValue.NULL_VALUE).build();

  static ColumnType read(YamlValue value) {
    String text = value.text().trim().toUpperCase(Locale.ROOT);
    Matcher array = ARRAY.matcher(text);
    String element = array.matches() ? array.group(1).trim() : text;
    return Arrays.stream(ScalarType.values())
        .filter(type -> type.name().equals(element))
        .map(type -> new ColumnType(type, array.matches()))
        .findFirst()
        .orElseThrow(() -> value.mustBe("one of " + names() + ", or ARRAY<one of them>"));
  }

  private static String names() {
    return Arrays.stream(ScalarType.values()).map(Enum::name).collect(Collectors.joining(", "));
  }

  Type toProto() {
    Type element = Type.newBuilder().setCode(scalar.code()).build();
    return array
        ? Type.newBuilder().setCode(TypeCode.ARRAY).setArrayElementType(element).build()
        : element;
  }

  /** A value as the protocol writes it. */
  Value value(YamlValue value) {
    if (value.isNull()) {
      return NULL;
    }
    if (!array) {
      return scalar.value(value);
    }
    ListValue.Builder elements = ListValue.newBuilder();
    for (YamlValue item : value.items()) {
      elements.addValues(item.isNull() ? NULL : scalar.value(item));
    }
    return Value.newBuilder().setListValue(elements).build();
  }
}
