package dev.sessionbench.mock.profile;

import static com.google.spanner.v1.TypeCode.BOOL;
import static com.google.spanner.v1.TypeCode.BYTES;
import static com.google.spanner.v1.TypeCode.DATE;
import static com.google.spanner.v1.TypeCode.FLOAT32;
import static com.google.spanner.v1.TypeCode.FLOAT64;
import static com.google.spanner.v1.TypeCode.INT64;
import static com.google.spanner.v1.TypeCode.JSON;
import static com.google.spanner.v1.TypeCode.NUMERIC;
import static com.google.spanner.v1.TypeCode.STRING;
import static com.google.spanner.v1.TypeCode.TIMESTAMP;
import static com.google.spanner.v1.TypeCode.UUID;

import com.google.protobuf.ListValue;
import com.google.protobuf.NullValue;
import com.google.protobuf.Value;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.StructType;
import com.google.spanner.v1.Type;
import com.google.spanner.v1.TypeCode;
import dev.sessionbench.base.model.Codec;
import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.Key;
import dev.sessionbench.base.text.Form;
import dev.sessionbench.base.text.YamlMapping;
import dev.sessionbench.base.text.YamlValue;
import dev.sessionbench.mock.query.StatementRegistry;
import dev.sessionbench.mock.query.StatementRegistry.Registered;
import dev.sessionbench.mock.query.StatementResult;
import dev.sessionbench.mock.session.RowLock;
import io.grpc.Status;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Reads the results of statements and tables from a profile. */
final class StatementsSection {
  record ErrorKeys(@Key Status.Code code, @Key(range = "any") Optional<String> message) {
    ErrorKeys {
      Invalid.when(code == Status.Code.OK, "code: must be an error, is OK");
    }
  }

  private record LockKeys(@Key String table, @Key Optional<String> key) {}

  private record TableKeys(@Key String table, @Key YamlValue columns, @Key YamlValue rows) {}

  record StatementKeys(
      @Key Optional<String> query,
      @Key Optional<String> update,
      @Key Optional<YamlValue> columns,
      @Key Optional<YamlValue> rows,
      @Key(range = "[0, )") Optional<Long> rowCount,
      @Key Optional<ErrorKeys> error,
      @Key(or = "[]") List<LockKeys> locks) {
    StatementKeys {
      Invalid.when(
          query.isPresent() == update.isPresent(),
          "needs either the key 'query' or the key 'update'");
      String kind = error.isPresent() ? "an error" : query.isPresent() ? "a query" : "an update";
      check("rowCount", rowCount.isPresent(), kind.equals("an update"), kind);
      check("columns", columns.isPresent(), kind.equals("a query"), kind);
      check("rows", rows.isPresent(), kind.equals("a query"), kind);
    }

    private static void check(String key, boolean given, boolean wanted, String kind) {
      Invalid.when(given != wanted, "%s: must %sbe given with %s", key, wanted ? "" : "not ", kind);
    }

    String sql() {
      return query.or(() -> update).orElseThrow();
    }

    Registered registered() {
      List<RowLock> rows =
          locks.stream().map(lock -> new RowLock(lock.table, lock.key.orElse(null))).toList();
      return new Registered(sql(), result(), rows);
    }

    private StatementResult result() {
      if (error.isPresent()) {
        ErrorKeys fails = error.orElseThrow();
        return StatementResult.failure(
            Status.fromCode(fails.code).withDescription(fails.message.orElse(null)));
      }
      return rowCount.isPresent()
          ? StatementResult.update(rowCount.orElseThrow())
          : StatementsSection.rows(columns.orElseThrow(), rows.orElseThrow());
    }
  }

  private StatementsSection() {}

  /** A registry with the statements and tables of a file, which replace those that it has. */
  static StatementRegistry add(
      StatementRegistry registry, List<YamlValue> statements, List<YamlValue> tables) {
    Map<String, Registered> read = new HashMap<>();
    for (YamlValue item : statements) {
      StatementKeys keys = Form.read(StatementKeys.class, item);
      if (read.put(keys.sql(), item.checked(keys::registered)) != null) {
        throw item.complaint("statement registered twice: " + keys.sql());
      }
    }
    Map<String, Registered> all = new HashMap<>(registry.statements());
    all.putAll(read);
    Map<String, ResultSet> rows = new HashMap<>();
    for (YamlValue item : tables) {
      TableKeys table = Form.read(TableKeys.class, item);
      if (rows.put(table.table, rows(table.columns, table.rows).whole()) != null) {
        throw item.complaint("table registered twice: " + table.table);
      }
    }
    return new StatementRegistry(all, rows);
  }

  private static StatementResult rows(YamlValue columns, YamlValue rows) {
    YamlMapping named = columns.mapping();
    List<ColumnType> types = new ArrayList<>();
    StructType.Builder rowType = StructType.newBuilder();
    for (String name : named.keys()) {
      ColumnType type = named.require(name).oneOf(ColumnType.ALL);
      types.add(type);
      rowType.addFieldsBuilder().setName(name).setType(type.toProto());
    }
    if (types.isEmpty()) {
      throw columns.complaint("needs at least one column");
    }
    return StatementResult.rows(
        rowType.build(), rows.items().stream().map(row -> row(row, types)).toList());
  }

  private static ListValue row(YamlValue row, List<ColumnType> types) {
    List<YamlValue> items = row.items();
    if (items.size() != types.size()) {
      throw row.complaint(
          "has %s values, but there are %s columns".formatted(items.size(), types.size()));
    }
    ListValue.Builder values = ListValue.newBuilder();
    for (int i = 0; i < items.size(); i++) {
      values.addValues(types.get(i).value(items.get(i)));
    }
    return values.build();
  }

  /**
   * The type of a column, as GoogleSQL writes it. Names and formats of values are those of {@code
   * TypeCode} in google/spanner/v1/type.proto.
   *
   * @param scalar the type, or that of the elements
   * @param array whether it is an array
   */
  record ColumnType(TypeCode scalar, boolean array) {
    private static final List<TypeCode> SCALARS =
        List.of(BOOL, INT64, FLOAT32, FLOAT64, NUMERIC, STRING, BYTES, DATE, TIMESTAMP, JSON, UUID);
    private static final Codec<ColumnType> ALL =
        Codec.oneOf(
            Stream.of(false, true)
                .flatMap(array -> SCALARS.stream().map(type -> new ColumnType(type, array)))
                .toArray(ColumnType[]::new));
    private static final Value NULL = Value.newBuilder().setNullValue(NullValue.NULL_VALUE).build();
    private static final String NO_UUID = "00000000-0000-0000-0000-000000000000";
    private static final Set<String> FLOAT_WORDS = Set.of("NaN", "Infinity", "-Infinity");

    @Override
    public String toString() {
      return array ? "ARRAY<" + scalar + ">" : scalar.name();
    }

    Type toProto() {
      Type element = Type.newBuilder().setCode(scalar).build();
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
        return scalar(value);
      }
      ColumnType element = new ColumnType(scalar, false);
      Value.Builder list = Value.newBuilder();
      value.items().forEach(item -> list.getListValueBuilder().addValues(element.value(item)));
      return list.build();
    }

    private Value scalar(YamlValue value) {
      return switch (scalar) {
        case BOOL -> Value.newBuilder().setBoolValue(value.plain(Codec.flag())).build();
        case INT64 -> text(value.plain(Codec.seed()).toString());
        case FLOAT32 -> floating(value, Float.MAX_VALUE);
        case FLOAT64 -> floating(value, Double.MAX_VALUE);
        case NUMERIC -> text(value.plain(Codec.decimal()).toPlainString());
        case BYTES -> parsed(value, "bytes in Base64", Base64.getDecoder()::decode);
        case DATE -> parsed(value, "a date as in 2026-11-21", LocalDate::parse);
        case TIMESTAMP -> parsed(value, "a timestamp as in 2026-11-21T12:00:00Z", Instant::parse);
        case UUID -> parsed(value, "a UUID as in " + NO_UUID, ColumnType::uuid);
        case JSON -> text(value.text());
        default -> text(value.anyText());
      };
    }

    private static Value text(String text) {
      return Value.newBuilder().setStringValue(text).build();
    }

    private static Value floating(YamlValue value, double most) {
      if (value.isScalar() && FLOAT_WORDS.contains(value.anyText())) {
        return text(value.anyText());
      }
      double number = value.plain(Codec.decimal()).doubleValue();
      if (Math.abs(number) > most) {
        throw value.mustBe("a number from %s to %s".formatted(-most, most));
      }
      return Value.newBuilder().setNumberValue(number).build();
    }

    private static Value parsed(YamlValue value, String right, Consumer<String> parser) {
      try {
        parser.accept(value.anyText());
      } catch (DateTimeParseException | IllegalArgumentException e) {
        throw value.mustBe(right);
      }
      return text(value.anyText());
    }

    private static void uuid(String text) {
      Invalid.when(!text.matches("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}"), "%s", text);
    }
  }
}
