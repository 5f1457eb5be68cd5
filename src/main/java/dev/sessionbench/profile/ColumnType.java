package dev.sessionbench.profile;

import com.google.protobuf.ListValue;
import com.google.protobuf.NullValue;
import com.google.protobuf.Value;
import com.google.spanner.v1.Type;
import com.google.spanner.v1.TypeCode;
import dev.sessionbench.yaml.YamlValue;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The type of a column, as GoogleSQL writes it.
 *
 * @param scalar the type, or that of the elements
 * @param array whether it is an array
 */
record ColumnType(ScalarType scalar, boolean array) {
  private static final List<ColumnType> ALL =
      Stream.of(false, true)
          .flatMap(
              array -> Arrays.stream(ScalarType.values()).map(type -> new ColumnType(type, array)))
          .toList();
  private static final Value NULL = Value.newBuilder().setNullValue(NullValue.NULL_VALUE).build();

  static ColumnType read(YamlValue value) {
    String name = value.text().trim().toUpperCase(Locale.ROOT).replaceAll("\\s*([<>])\\s*", "$1");
    return value.oneOf(name, ALL, ColumnType::toString);
  }

  @Override
  public String toString() {
    return array ? "ARRAY<" + scalar + ">" : scalar.name();
  }

  Type toProto() {
    Type element = Type.newBuilder().setCode(scalar.code()).build();
    return array
        ? Type.newBuilder().setCode(TypeCode.ARRAY).setArrayElementType(element).build()
        : element;
  }

  /** A value as the protocol writes it. */
  Value value(YamlValue value) {
    if (!array) {
      return element(value);
    }
    if (value.isNull()) {
      return NULL;
    }
    ListValue.Builder elements = ListValue.newBuilder();
    value.items().forEach(item -> elements.addValues(element(item)));
    return Value.newBuilder().setListValue(elements).build();
  }

  private Value element(YamlValue value) {
    return value.isNull() ? NULL : scalar.value(value);
  }
}
