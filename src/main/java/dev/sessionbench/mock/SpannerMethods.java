package dev.sessionbench.mock;

import com.google.spanner.v1.BatchCreateSessionsResponse;
import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.model.Rpc;
import io.grpc.MethodDescriptor;
import io.grpc.ServerServiceDefinition;
import java.util.function.ToIntFunction;

/** Binds the sixteen methods of the service to what answers them. */
final class SpannerMethods {
  private final ServerCore core;
  private final ServerServiceDefinition.Builder service =
      ServerServiceDefinition.builder(SpannerGrpc.getServiceDescriptor());

  private SpannerMethods(ServerCore core) {
    this.core = core;
  }

  static ServerServiceDefinition bind(
      ServerCore core, SessionStore sessions, MockServerOptions options) {
    ServiceLimits limits = options.limits();
    PreparedStatements statements = new PreparedStatements(options.statements(), limits);
    SpannerMethods methods = new SpannerMethods(core);
    methods.addSessions(new SessionRpcs(sessions, options.batchLimit(), limits));
    methods.addSql(new SqlRpcs(sessions, statements, limits));
    methods.addBatchDml(new BatchDmlRpcs(sessions, statements));
    methods.addReads(new ReadRpcs(sessions, statements, limits));
    methods.addTransactions(new TransactionRpcs(sessions, limits));
    methods.addPartitions(new PartitionRpcs(sessions, statements));
    return methods.service.build();
  }

  private void addSessions(SessionRpcs rpcs) {
    add(
        SpannerGrpc.getCreateSessionMethod(),
        rpcs::request,
        session -> session.getMultiplexed() ? 0 : 1,
        Answer.unary(rpcs::create));
    add(
        SpannerGrpc.getBatchCreateSessionsMethod(),
        rpcs::request,
        BatchCreateSessionsResponse::getSessionCount,
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

  private <Q, R> void add(MethodDescriptor<Q, R> method, Answer<Q, R> answer) {
    add(method, request -> 0, reply -> 0, answer);
  }

  private <Q, R> void add(
      MethodDescriptor<Q, R> method,
      ToIntFunction<Q> sessionsAsked,
      ToIntFunction<R> sessionsCreated,
      Answer<Q, R> answer) {
    Rpc rpc = Rpc.ofFullMethodName(method.getFullMethodName()).orElseThrow();
    service.addMethod(method, new RpcEndpoint<>(rpc, core, sessionsAsked, sessionsCreated, answer));
  }
}
