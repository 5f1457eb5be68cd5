package dev.sessionbench.mock.query;

import static dev.sessionbench.mock.Connection.begin;
import static dev.sessionbench.mock.Connection.readWrite;
import static dev.sessionbench.mock.Failures.assertInvalid;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.ReadRequest;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.StructType;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.Shows;
import dev.sessionbench.mock.SpannerRpcFixture;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests Read and StreamingRead. */
class ReadTest extends SpannerRpcFixture {
  @Test
  @Shows(
      of = {Rpc.READ, Rpc.STREAMING_READ},
      value = "Gives the columns asked for, up to the limit")
  void readProjectsColumnsUpToTheLimit() {
    ReadRequest request = read("MANY", "B").toBuilder().setLimit(2).build();
    ResultSet result = stub().read(request);
    List<PartialResultSet> parts = Connection.all(stub().streamingRead(request));

    assertThat(result.getMetadata().getRowType().getFieldsList())
        .extracting(StructType.Field::getName)
        .containsExactly("B");
    assertThat(result.getRowsList())
        .extracting(row -> row.getValues(0).getStringValue())
        .containsExactly("b0", "b1");
    assertThat(values(parts)).containsExactly("b0", "b1");
  }

  @Test
  @Shows(of = Rpc.READ, value = "Begins a transaction inline")
  void readBeginsATransactionInline() {
    ReadRequest request = read("MANY", "A").toBuilder().setTransaction(begin(readWrite())).build();

    assertThat(stub().read(request).getMetadata().getTransaction().getId().isEmpty()).isFalse();
  }

  @Test
  void readOfUnknownTableOrColumnIsInvalidAndNamed() {
    assertInvalid("NOPE", () -> stub().read(read("NOPE", "A")));
    assertInvalid("MANY.C", () -> stub().read(read("MANY", "C")));
    assertInvalid("limit", () -> stub().read(read("MANY", "A").toBuilder().setLimit(-1).build()));
  }
}
