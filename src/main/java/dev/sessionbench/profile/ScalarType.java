package dev.sessionbench.profile;

import com.google.protobuf.Value;
import com.google.spanner.v1.TypeCode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The types of values, and how the protocol writes each: by the comments on {@code TypeCode} in
 * google/spanner/v1/type.proto.
 */
enum ScalarType {
  /** True or false. */
  BOOL(TypeCode.BOOL) {
    @Override
    Value value(YamlValue value) {
      return Value.newBuilder().setBoolValue(value.bool()).build();
    }
  },
  /** A whole number of 64 bits, as a decimal string. */
  INT64(TypeCode.INT64) {
    @Override
    Value value(YamlValue value) {
      return text(Long.toString(value.integer(Long.MIN_VALUE, Long.MAX_VALUE)));
    }
  },
  /** A number of 32 bits, or one of three words. */
  FLOAT32(TypeCode.FLOAT32) {
    @Override
    Value value(YamlValue value) {
      return floating(value, Float.MAX_VALUE);
    }
  },
  /** A number of 64 bits, or one of three words. */
  FLOAT64(TypeCode.FLOAT64) {
    @Override
    Value value(YamlValue value) {
      return floating(value, Double.MAX_VALUE);
    }
  },
  /** A decimal number, as a string. */
  NUMERIC(TypeCode.NUMERIC) {
    @Override
    Value value(YamlValue value) {
      return text(value.number().toPlainString());
    }
  },
  /** Any text. */
  STRING(TypeCode.STRING) {
    @Override
    Value value(YamlValue value) {
      return text(value.anyText());
    }
  },
  /** Bytes, in Base64. */
  BYTES(TypeCode.BYTES) {
    @Override
    Value value(YamlValue value) {
      return checked(value, "bytes in Base64", text -> Base64.getDecoder().decode(text));
    }
  },
  /** A day, as in 2026-11-21. */
  DATE(TypeCode.DATE) {
    @Override
    Value value(YamlValue value) {
      return checked(value, "a date as in 2026-11-21", LocalDate::parse);
    }
  },
  /** A moment in UTC, as in 2026-11-21T12:00:00Z. */
  TIMESTAMP(TypeCode.TIMESTAMP) {
    @Override
    Value value(YamlValue value) {
      return checked(value, "a timestamp as in 2026-11-21T12:00:00Z", Instant::parse);
    }
  },
  /** A JSON text, taken as it is. */
  JSON(TypeCode.JSON) {
    @Override
    Value value(YamlValue value) {
      return text(value.text());
    }
  },
  /** A UUID. */
  UUID(TypeCode.UUID) {
    @Override
    Value value(YamlValue value) {
      return checked(
          value,
          "a UUID as in 00000000-0000-0000-0000-000000000000",
          text -> {
            if (!java.util.UUID.fromString(text).toString().equalsIgnoreCase(text)) {
              throw new IllegalArgumentException(text);
            }
          });
    }
  };

  private static final Set<String> FLOAT_WORDS = Set.of("NaN", "Infinity", "-Infinity");

  private final TypeCode code;

  ScalarType(TypeCode code) {
    this.code = code;
  }

  TypeCode code() {
    return code;
  }

  /**
   * A value that is not null, as the protocol writes it.
   *
   * @throws ProfileException with the place, if it is not of this type
   */
  abstract Value value(YamlValue value);

  private static Value text(String text) {
    return Value.newBuilder().setStringValue(text).build();
  }

  private static Value floating(YamlValue value, double most) {
    if (value.isOneOf(FLOAT_WORDS)) {
      return text(value.text());
    }
    return Value.newBuilder().setNumberValue(value.number(-most, most, "")).build();
  }

  private static Value checked(YamlValue value, String right, Consumer<String> parser) {
    try {
      parser.accept(value.anyText());
    } catch (DateTimeParseException | IllegalArgumentException e) {
      throw value.mustBe(right);
    }
    return text(value.anyText());
  }
}
