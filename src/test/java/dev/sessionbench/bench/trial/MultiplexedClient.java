package dev.sessionbench.bench.trial;

import com.google.cloud.NoCredentials;
import com.google.cloud.spanner.DatabaseClient;
import com.google.cloud.spanner.DatabaseId;
import com.google.cloud.spanner.ReadOnlyTransaction;
import com.google.cloud.spanner.ResultSet;
import com.google.cloud.spanner.Spanner;
import com.google.cloud.spanner.SpannerOptions;
import com.google.cloud.spanner.Statement;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.bench.client.Attempts.AcquireWait;
import dev.sessionbench.bench.client.PoolUnderTest;
import dev.sessionbench.bench.client.PoolUnderTest.PoolMetrics;
import dev.sessionbench.bench.client.PoolUnderTest.PoolState;
import dev.sessionbench.bench.client.ServerAddress;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The client of this build with its default: one multiplexed session serves all reads. */
final class MultiplexedClient implements PoolUnderTest, ClientInterceptor {
  private static final Statement QUERY = Statement.of("SELECT 1 AS COL1");

  private final Map<String, LongAdder> attempts = new ConcurrentHashMap<>();
  private final Spanner spanner;
  private final Runnable release;
  private @Nullable DatabaseClient database;

  MultiplexedClient(ServerAddress address) {
    SpannerOptions.Builder options =
        SpannerOptions.newBuilder().setProjectId("p").setCredentials(NoCredentials.getInstance());
    release = address.configure(options, List.of(this));
    spanner = options.build().getService();
  }

  @Override
  public <Q, R> ClientCall<Q, R> interceptCall(
      MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
    return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
      @Override
      public void start(Listener<R> listener, Metadata headers) {
        attempts.computeIfAbsent(method.getFullMethodName(), n -> new LongAdder()).increment();
        AcquireWait.endCurrent();
        super.start(listener, headers);
      }
    };
  }

  @Override
  public void open() {
    database = spanner.getDatabaseClient(DatabaseId.of("p", "i", "d"));
  }

  @Override
  public void read(Runnable atRow) {
    OpenRead read = openRead();
    atRow.run();
    read.close();
  }

  @Override
  public void write() {
    throw new UnsupportedOperationException("reads alone show it");
  }

  @Override
  public OpenRead openRead() {
    ReadOnlyTransaction transaction =
        Objects.requireNonNull(database).singleUseReadOnlyTransaction();
    ResultSet rows = transaction.executeQuery(QUERY);
    if (!rows.next()) {
      throw new IllegalStateException("no row");
    }
    return transaction::close;
  }

  @Override
  public PoolState state() {
    return new PoolState(0, 0, 0);
  }

  @Override
  public PoolMetrics metrics() {
    return new PoolMetrics(0, 0, 0, 0, 0, 0, 0);
  }

  @Override
  public long attempts(Rpc rpc) {
    LongAdder counted = attempts.get(rpc.fullMethodName());
    return counted == null ? 0 : counted.sum();
  }

  @Override
  public void close() {
    spanner.close();
    release.run();
  }
}
