package dev.sessionbench.mock.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.spanner.ResultSet;
import com.google.cloud.spanner.Spanner;
import com.google.cloud.spanner.Statement;
import com.google.protobuf.ListValue;
import com.google.protobuf.Value;
import com.google.spanner.v1.StructType;
import com.google.spanner.v1.TypeCode;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.MockSpannerServer;
import dev.sessionbench.mock.RealClientTest;
import dev.sessionbench.mock.SpannerRpcFixture;
import dev.sessionbench.mock.rpc.ServiceLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests that the real client merges chunked values, for any size of messages. */
class RealClientChunksTest {
  private static final String SQL = "SELECT * FROM LARGE";

  private final List<String> texts = new ArrayList<>();
  private final List<List<String>> arrays = new ArrayList<>();
  private final List<List<Long>> numbers = new ArrayList<>();

  @Test
  void clientReassemblesStringsAndArraysCutIntoSmallMessages() throws Exception {
    fill(40, 300);
    read(ServiceLimits.SERVICE.withResultBytes(1 << 20).withStreamMessageBytes(64));
    read(ServiceLimits.SERVICE.withResultBytes(1 << 20).withStreamMessageBytes(500));
  }

  @Test
  void clientReassemblesAValueBeyondTheServicesMessageSize() throws Exception {
    fill(2, 3 << 20);
    read(ServiceLimits.SERVICE);
  }

  private void fill(int rows, int length) {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < rows; i++) {
      texts.add("aé€😀".repeat(random.nextInt(length / 4) + 1));
      List<String> array = new ArrayList<>();
      List<Long> longs = new ArrayList<>();
      for (int j = random.nextInt(12); j > 0; j--) {
        array.add(random.nextInt(5) == 0 ? null : "x".repeat(random.nextInt(length)));
        longs.add(random.nextInt(5) == 0 ? null : random.nextLong());
      }
      arrays.add(array);
      numbers.add(longs);
    }
  }

  private void read(ServiceLimits limits) throws Exception {
    StatementRegistry statements = StatementRegistry.builder().query(SQL, result()).build();
    MockServerOptions options =
        MockServerOptions.defaults().withStatements(statements).withLimits(limits);
    try (MockSpannerServer server = MockSpannerServer.start(options);
        Spanner spanner = RealClientTest.spanner(server);
        ResultSet rows =
            RealClientTest.client(spanner).singleUse().executeQuery(Statement.of(SQL))) {
      for (int i = 0; i < texts.size(); i++) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getString(0)).isEqualTo(texts.get(i));
        assertThat(rows.getStringList(1)).isEqualTo(arrays.get(i));
        assertThat(rows.getLongList(2)).isEqualTo(numbers.get(i));
      }
      assertThat(rows.next()).isFalse();
    }
  }

  private StatementResult result() {
    StructType type =
        StructType.newBuilder()
            .addFields(SpannerRpcFixture.field("T"))
            .addFields(field("A", TypeCode.STRING))
            .addFields(field("N", TypeCode.INT64))
            .build();
    List<ListValue> rows = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      rows.add(
          ListValue.newBuilder()
              .addValues(value(texts.get(i)))
              .addValues(list(arrays.get(i)))
              .addValues(
                  list(numbers.get(i).stream().map(n -> n == null ? null : n.toString()).toList()))
              .build());
    }
    return StatementResult.rows(type, rows);
  }

  private static StructType.Field field(String name, TypeCode elements) {
    StructType.Field.Builder field = StructType.Field.newBuilder().setName(name);
    field.getTypeBuilder().setCode(TypeCode.ARRAY).getArrayElementTypeBuilder().setCode(elements);
    return field.build();
  }

  private static Value value(@Nullable String text) {
    return text == null ? ValueChunksTest.nothing() : SpannerRpcFixture.text(text);
  }

  private static Value list(List<String> texts) {
    return ValueChunksTest.list(
        texts.stream().map(RealClientChunksTest::value).toArray(Value[]::new));
  }
}
