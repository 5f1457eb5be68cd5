package dev.sessionbench.mock;

import com.google.protobuf.ByteString;
import com.google.spanner.v1.BatchCreateSessionsRequest;
import com.google.spanner.v1.BatchCreateSessionsResponse;
import com.google.spanner.v1.BeginTransactionRequest;
import com.google.spanner.v1.CommitRequest;
import com.google.spanner.v1.CommitResponse;
import com.google.spanner.v1.CreateSessionRequest;
import com.google.spanner.v1.DeleteSessionRequest;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.GetSessionRequest;
import com.google.spanner.v1.Mutation;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.SpannerGrpc;
import com.google.spanner.v1.TransactionOptions;
import com.google.spanner.v1.TransactionSelector;
import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.mock.profile.Profiles;
import io.grpc.ManagedChannel;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server with one raw channel to it, and the most frequent requests of tests. */
public final class Connection implements AutoCloseable {
  public static final String DATABASE = "projects/p/instances/i/databases/d";
  public static final String QUERY = "SELECT 1 AS COL1";
  public static final String UPDATE = "UPDATE FOO SET BAR=1 WHERE BAZ=2";

  private final MockSpannerServer server;
  private final ManagedChannel channel;

  private Connection(MockSpannerServer server, ManagedChannel channel) {
    this.server = server;
    this.channel = channel;
  }

  public static Connection inProcess() throws IOException {
    return to(inProcessOptions());
  }

  public static MockServerOptions inProcessOptions() {
    return MockServerOptions.defaults().withTransport(Transport.INPROCESS);
  }

  public static Connection tcp() throws IOException {
    return to(MockServerOptions.defaults());
  }

  public static Connection to(MockServerOptions options) throws IOException {
    return to(MockSpannerServer.start(options), options.transport());
  }

  public static Connection to(MockServerOptions options, TimeSource time) throws IOException {
    return to(MockSpannerServer.start(options, time), options.transport());
  }

  private static Connection to(MockSpannerServer server, Transport transport) {
    return new Connection(server, open(server, transport));
  }

  public static ManagedChannel open(MockSpannerServer server, Transport transport) {
    return transport == Transport.TCP
        ? NettyChannelBuilder.forAddress("127.0.0.1", server.port()).usePlaintext().build()
        : InProcessChannelBuilder.forName(server.inProcessName()).directExecutor().build();
  }

  public MockSpannerServer server() {
    return server;
  }

  public ManagedChannel channel() {
    return channel;
  }

  public SpannerGrpc.SpannerBlockingStub stub() {
    // A failing test must not hang.
    return SpannerGrpc.newBlockingStub(channel).withDeadlineAfter(20, TimeUnit.SECONDS);
  }

  public SpannerGrpc.SpannerFutureStub futures() {
    return SpannerGrpc.newFutureStub(channel);
  }

  /** A server in process with the settings of a profile. */
  public static MockServerOptions profile(String yaml) {
    return Profiles.parse("test", yaml).options().withTransport(Transport.INPROCESS);
  }

  public ByteString begin(String session, TransactionOptions options) {
    return stub()
        .beginTransaction(
            BeginTransactionRequest.newBuilder().setSession(session).setOptions(options).build())
        .getId();
  }

  public CommitResponse commit(String session, ByteString transaction) {
    return commit(CommitRequest.newBuilder().setSession(session).setTransactionId(transaction));
  }

  public CommitResponse commit(CommitRequest.Builder request) {
    return stub().commit(request.build());
  }

  /** A commit of mutations without a transaction. */
  public static CommitRequest.Builder commitOf(Session session, Mutation... mutations) {
    return CommitRequest.newBuilder()
        .setSession(session.getName())
        .setSingleUseTransaction(readWrite())
        .addAllMutations(List.of(mutations));
  }

  public ResultSet execute(ExecuteSqlRequest.Builder request) {
    return stub().executeSql(request.build());
  }

  public List<PartialResultSet> stream(ExecuteSqlRequest.Builder request) {
    return all(stub().executeStreamingSql(request.build()));
  }

  /** All replies of a streaming call. */
  public static <T> List<T> all(Iterator<T> replies) {
    List<T> all = new ArrayList<>();
    replies.forEachRemaining(all::add);
    return all;
  }

  public Session createSession() {
    return create(DATABASE, Session.newBuilder());
  }

  public Session create(String database, Session.Builder template) {
    return stub()
        .createSession(
            CreateSessionRequest.newBuilder().setDatabase(database).setSession(template).build());
  }

  public void deleteSession(Session session) {
    stub().deleteSession(DeleteSessionRequest.newBuilder().setName(session.getName()).build());
  }

  public Session getSession(String name) {
    return stub().getSession(GetSessionRequest.newBuilder().setName(name).build());
  }

  public Session createMultiplexed() {
    return create(DATABASE, Session.newBuilder().setMultiplexed(true));
  }

  public static BatchCreateSessionsRequest batch(int sessions) {
    return BatchCreateSessionsRequest.newBuilder()
        .setDatabase(DATABASE)
        .setSessionCount(sessions)
        .build();
  }

  public BatchCreateSessionsResponse batchCreate(int sessions) {
    return stub().batchCreateSessions(batch(sessions));
  }

  public static ExecuteSqlRequest.Builder sql(Session session, String sql) {
    return ExecuteSqlRequest.newBuilder().setSession(session.getName()).setSql(sql);
  }

  public static TransactionOptions readWrite() {
    return TransactionOptions.newBuilder()
        .setReadWrite(TransactionOptions.ReadWrite.getDefaultInstance())
        .build();
  }

  public static TransactionOptions readOnly() {
    return TransactionOptions.newBuilder()
        .setReadOnly(
            TransactionOptions.ReadOnly.newBuilder().setStrong(true).setReturnReadTimestamp(true))
        .build();
  }

  public static TransactionOptions partitionedDml() {
    return TransactionOptions.newBuilder()
        .setPartitionedDml(TransactionOptions.PartitionedDml.getDefaultInstance())
        .build();
  }

  public static TransactionSelector id(ByteString id) {
    return TransactionSelector.newBuilder().setId(id).build();
  }

  public static TransactionSelector begin(TransactionOptions options) {
    return TransactionSelector.newBuilder().setBegin(options).build();
  }

  public static TransactionSelector singleUse(TransactionOptions options) {
    return TransactionSelector.newBuilder().setSingleUse(options).build();
  }

  @Override
  public void close() {
    channel.shutdownNow();
    server.close();
  }
}
