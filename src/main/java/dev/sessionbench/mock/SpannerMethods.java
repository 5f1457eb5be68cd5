package dev.sessionbench.mock;

import com.google.protobuf.MessageLite;
import com.google.spanner.v1.BatchCreateSessionsResponse;
import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.model.Rpc;
import io.grpc.MethodDescriptor;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;

/** Binds the sixteen methods of the service to what answers them. */
final class SpannerMethods {
  /** The methods that carry data, and so may be larger than the others. */
  private static final Set<Rpc> LARGE = EnumSet.of(Rpc.COMMIT, Rpc.BATCH_WRITE);

  private final ServerCore core;
  private final ServiceLimits limits;
  private final List<ServerMethodDefinition<?, ?>> bound = new ArrayList<>();

  private SpannerMethods(ServerCore core, ServiceLimits limits) {
    this.core = core;
    this.limits = limits;
  }

  static ServerServiceDefinition bind(
      ServerCore core, SessionStore sessions, MockServerOptions options) {
    ServiceLimits limits = options.limits();
    PreparedStatements statements = new PreparedStatements(options.statements(), limits);
    SpannerMethods methods = new SpannerMethods(core, limits);
    methods.addSessions(new SessionRpcs(sessions, options.batchLimit(), limits));
    methods.addSql(new SqlRpcs(sessions, statements, limits));
    methods.addBatchDml(new BatchDmlRpcs(sessions, statements));
    methods.addReads(new ReadRpcs(sessions, statements, limits));
    methods.addTransactions(new TransactionRpcs(sessions, limits));
    methods.addPartitions(new PartitionRpcs(sessions, statements));
    return methods.service();
  }

  /** The service as generated, but with our own way to read requests. */
  private ServerServiceDefinition service() {
    ServiceDescriptor generated = SpannerGrpc.getServiceDescriptor();
    ServiceDescriptor.Builder descriptor =
        ServiceDescriptor.newBuilder(generated.getName())
            .setSchemaDescriptor(generated.getSchemaDescriptor());
    bound.forEach(method -> descriptor.addMethod(method.getMethodDescriptor()));
    ServerServiceDefinition.Builder service = ServerServiceDefinition.builder(descriptor.build());
    bound.forEach(service::addMethod);
    return service.build();
  }

  private void addSessions(SessionRpcs rpcs) {
    add(
        SpannerGrpc.getCreateSessionMethod(),
        rpcs::request,
        session -> session.getMultiplexed() ? 0 : 1,
        Answer.unary(rpcs::create));
    add(
        withWireReplies(
            SpannerGrpc.getBatchCreateSessionsMethod(), BatchCreateSessionsResponse.class),
        rpcs::request,
        SpannerMethods::sessionsCreated,
        Answer.unary(rpcs::batchCreate));
    add(SpannerGrpc.getGetSessionMethod(), Answer.unary(rpcs::get));
    add(SpannerGrpc.getListSessionsMethod(), Answer.unary(rpcs::list));
    add(SpannerGrpc.getDeleteSessionMethod(), Answer.unary(rpcs::delete));
  }

  private void addSql(SqlRpcs rpcs) {
    add(SpannerGrpc.getExecuteSqlMethod(), Answer.unary(rpcs::executeSql));
    add(SpannerGrpc.getExecuteStreamingSqlMethod(), rpcs::executeStreamingSql);
  }

  private void addBatchDml(BatchDmlRpcs rpcs) {
    add(SpannerGrpc.getExecuteBatchDmlMethod(), Answer.unary(rpcs::execute));
  }

  private void addReads(ReadRpcs rpcs) {
    add(SpannerGrpc.getReadMethod(), Answer.unary(rpcs::read));
    add(SpannerGrpc.getStreamingReadMethod(), rpcs::streamingRead);
  }

  private void addTransactions(TransactionRpcs rpcs) {
    add(SpannerGrpc.getBeginTransactionMethod(), Answer.unary(rpcs::begin));
    add(SpannerGrpc.getCommitMethod(), Answer.unary(rpcs::commit));
    add(SpannerGrpc.getRollbackMethod(), Answer.unary(rpcs::rollback));
    add(SpannerGrpc.getBatchWriteMethod(), rpcs::batchWrite);
  }

  private void addPartitions(PartitionRpcs rpcs) {
    add(SpannerGrpc.getPartitionQueryMethod(), Answer.unary(rpcs::partitionQuery));
    add(SpannerGrpc.getPartitionReadMethod(), Answer.unary(rpcs::partitionRead));
  }

  private static int sessionsCreated(Object reply) {
    if (reply instanceof CreatedSessions created) {
      return created.batch().size();
    }
    return reply instanceof BatchCreateSessionsResponse message ? message.getSessionCount() : 0;
  }

  /** A method whose answer is either its message or what knows the message's bytes. */
  private static <Q, R> MethodDescriptor<Q, Object> withWireReplies(
      MethodDescriptor<Q, R> method, Class<R> type) {
    return method.toBuilder(
            method.getRequestMarshaller(),
            new ReplyMarshaller<>(type, method.getResponseMarshaller()))
        .build();
  }

  private <Q, R> void add(MethodDescriptor<Q, R> method, Answer<Q, R> answer) {
    add(method, request -> 0, reply -> 0, answer);
  }

  private <Q, R> void add(
      MethodDescriptor<Q, R> method,
      ToIntFunction<Q> sessionsAsked,
      ToIntFunction<R> sessionsCreated,
      Answer<Q, R> answer) {
    Rpc rpc = Rpc.ofFullMethodName(method.getFullMethodName()).orElseThrow();
    Object prototype =
        ((MethodDescriptor.PrototypeMarshaller<Q>) method.getRequestMarshaller())
            .getMessagePrototype();
    RequestMarshaller<Q> requests =
        RequestMarshaller.of(method.getRequestMarshaller(), (MessageLite) prototype);
    int maxBytes = LARGE.contains(rpc) ? limits.commitBytes() : limits.requestBytes();
    bound.add(
        ServerMethodDefinition.create(
            method.toBuilder(requests, method.getResponseMarshaller()).build(),
            new RpcEndpoint<>(
                rpc,
                core,
                sessionsAsked,
                sessionsCreated,
                new RequestGate<>(requests, maxBytes, answer))));
  }
}
