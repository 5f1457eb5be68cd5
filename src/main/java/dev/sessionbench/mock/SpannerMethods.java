package dev.sessionbench.mock;

import com.google.spanner.v1.BatchCreateSessionsResponse;
import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.model.Rpc;
import io.grpc.MethodDescriptor;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/** Binds the sixteen methods of the service to what answers them. */
final class SpannerMethods {
  private final ServerCore core;
  private final List<ServerMethodDefinition<?, ?>> methods = new ArrayList<>();

  private SpannerMethods(ServerCore core) {
    this.core = core;
  }

  static ServerServiceDefinition bind(
      ServerCore core,
      SessionStore sessions,
      TimestampSource time,
      StatementRegistry statements,
      int batchLimit) {
    SpannerMethods methods = new SpannerMethods(core);
    methods.addSessions(new SessionRpcs(sessions, batchLimit));
    methods.addSql(new SqlRpcs(sessions, statements));
    methods.addReads(new ReadRpcs(sessions, statements));
    methods.addTransactions(new TransactionRpcs(sessions, time));
    methods.addPartitions(new PartitionRpcs(sessions, statements));
    return methods.build();
  }

  /** The service with our own marshallers, so that it needs a descriptor of its own. */
  private ServerServiceDefinition build() {
    ServiceDescriptor.Builder descriptor =
        ServiceDescriptor.newBuilder(SpannerGrpc.SERVICE_NAME)
            .setSchemaDescriptor(SpannerGrpc.getServiceDescriptor().getSchemaDescriptor());
    methods.forEach(method -> descriptor.addMethod(method.getMethodDescriptor()));
    ServerServiceDefinition.Builder service = ServerServiceDefinition.builder(descriptor.build());
    methods.forEach(service::addMethod);
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
    add(SpannerGrpc.getExecuteBatchDmlMethod(), Answer.unary(rpcs::executeBatchDml));
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
    methods.add(
        ServerMethodDefinition.create(
            method, new RpcEndpoint<>(rpc, core, sessionsAsked, sessionsCreated, answer)));
  }
}
