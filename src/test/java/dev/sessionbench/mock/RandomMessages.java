package dev.sessionbench.mock;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Makes random messages of any type from their descriptors, with missing fields, extreme numbers,
 * unknown enum values, and names and tokens of other resources. Values from earlier replies are
 * reused, so that many messages pass the first check.
 *
 * <p>The same seed and the same replies give the same messages.
 */
public final class RandomMessages {
  private static final int MAX_DEPTH = 6;

  /** The most values that are remembered for one kind. */
  private static final int MAX_KNOWN = 64;

  private static final List<String> STRINGS =
      List.of("", "A", "é😀", "\u0000", "x".repeat(1_000), "projects/p", "/", "labels.env:*");
  private static final List<Long> NUMBERS =
      List.of(0L, 1L, -1L, 2L, 100L, 3_600L, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 31);

  private final SplittableRandom random;
  private final Map<String, List<Object>> known = new HashMap<>();
  private final Map<String, List<Object>> knownBytes = new HashMap<>();

  public RandomMessages(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Adds a value to try in fields of a name. */
  public void learn(String field, Object value) {
    Map<String, List<Object>> fields = value instanceof ByteString ? knownBytes : known;
    List<Object> values = fields.computeIfAbsent(field, f -> new ArrayList<>());
    if (values.size() < MAX_KNOWN) {
      values.add(value);
    } else {
      // Only in the second half, so that early values stay.
      values.set(MAX_KNOWN / 2 + random.nextInt(MAX_KNOWN / 2), value);
    }
  }

  /** Remembers the names, ids and tokens of a reply. */
  public void learnFrom(Message reply) {
    reply
        .getAllFields()
        .forEach(
            (field, value) -> {
              if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                List<?> messages = field.isRepeated() ? (List<?>) value : List.of(value);
                // The first elements of a long list are enough.
                messages.stream().limit(3).forEach(message -> learnFrom((Message) message));
              } else if (!field.isRepeated()) {
                learnFrom(reply, field, value);
              }
            });
  }

  private void learnFrom(Message reply, FieldDescriptor field, Object value) {
    String type = reply.getDescriptorForType().getName();
    if (type.equals("Session") && field.getName().equals("name")) {
      learn("session", value);
      learn("name", value);
    } else if (value instanceof ByteString bytes) {
      learn(type.equals("Transaction") ? "transaction_id" : field.getName(), bytes);
    } else if (field.getName().equals("next_page_token")) {
      learn("page_token", value);
    }
  }

  /** A message of the type of a prototype. */
  public Message next(Message prototype) {
    return next(prototype.newBuilderForType(), 0);
  }

  private Message next(Message.Builder builder, int depth) {
    Descriptor type = builder.getDescriptorForType();
    for (FieldDescriptor field : type.getFields()) {
      if (random.nextInt(100) < likelihood(field, depth)) {
        set(builder, field, depth);
      }
    }
    return builder.build();
  }

  private static int likelihood(FieldDescriptor field, int depth) {
    if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE && depth >= MAX_DEPTH) {
      return 0;
    }
    return switch (field.getName()) {
      case "session", "name", "database", "sql", "table", "columns", "session_count" -> 95;
      case "transaction", "options", "key_set", "mutations", "mutation_groups", "statements" -> 80;
      case "resume_token", "partition_token", "page_token", "query_mode", "session_template" -> 15;
      case "exact_staleness", "max_staleness", "min_read_timestamp", "read_timestamp" -> 10;
      case "precommit_token", "transaction_id", "return_commit_stats", "values" -> 60;
      default -> depth == 0 ? 20 : 35;
    };
  }

  private void set(Message.Builder builder, FieldDescriptor field, int depth) {
    if (!field.isRepeated()) {
      builder.setField(field, value(builder, field, depth));
      return;
    }
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      builder.addRepeatedField(field, value(builder, field, depth));
    }
  }

  private Object value(Message.Builder builder, FieldDescriptor field, int depth) {
    return switch (field.getJavaType()) {
      case MESSAGE -> next(builder.newBuilderForField(field), depth + 1);
      case STRING -> pick(known.getOrDefault(field.getName(), List.of()), STRINGS);
      case BYTE_STRING -> pick(ids(field), List.of(ByteString.EMPTY, bytes()));
      case BOOLEAN -> random.nextBoolean();
      case INT -> number().intValue();
      case LONG -> number();
      case FLOAT -> random.nextBoolean() ? Float.NaN : (float) number();
      case DOUBLE -> random.nextBoolean() ? Double.NaN : (double) number();
      case ENUM -> {
        EnumDescriptor values = field.getEnumType();
        yield values.findValueByNumberCreatingIfUnknown(
            random.nextInt(10) == 0 ? 99 : random.nextInt(values.getValues().size()));
      }
    };
  }

  /** TransactionSelector.id holds the id of a transaction too. */
  private List<Object> ids(FieldDescriptor field) {
    String name = field.getName().equals("id") ? "transaction_id" : field.getName();
    return knownBytes.getOrDefault(name, List.of());
  }

  private Object pick(List<?> likely, List<?> others) {
    List<?> from = !likely.isEmpty() && random.nextInt(10) > 0 ? likely : others;
    return from.get(random.nextInt(from.size()));
  }

  private Long number() {
    return random.nextInt(3) == 0 ? random.nextLong() : NUMBERS.get(random.nextInt(NUMBERS.size()));
  }

  /** Random bytes. */
  public ByteString bytes() {
    byte[] bytes = new byte[random.nextInt(64)];
    random.nextBytes(bytes);
    return ByteString.copyFrom(bytes);
  }

  /** The bytes of a message with a few of them changed, or with the end cut off. */
  public byte[] damaged(Message message) {
    byte[] bytes = message.toByteArray();
    if (bytes.length == 0) {
      return bytes().toByteArray();
    }
    if (random.nextBoolean()) {
      return Arrays.copyOf(bytes, random.nextInt(bytes.length));
    }
    for (int i = 0; i < 3; i++) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return bytes;
  }

  public int nextInt(int bound) {
    return random.nextInt(bound);
  }
}
