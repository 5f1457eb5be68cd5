package dev.sessionbench.base.model;

import static java.util.stream.Collectors.toUnmodifiableMap;

import com.google.common.collect.Maps;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The sixteen methods of the gRPC service {@code google.spanner.v1.Spanner}, in the order of its
 * proto.
 */
public enum Rpc {
  /** Creates one session, regular or multiplexed. */
  CREATE_SESSION("CreateSession"),
  /** Creates up to a hundred regular sessions; growing pools call it. */
  BATCH_CREATE_SESSIONS("BatchCreateSessions"),
  /** Reads one session. */
  GET_SESSION("GetSession"),
  /** Lists the regular sessions of a database. */
  LIST_SESSIONS("ListSessions"),
  /** Deletes one session. */
  DELETE_SESSION("DeleteSession"),
  /** Executes a statement and returns its result at once. */
  EXECUTE_SQL("ExecuteSql"),
  /** Executes a statement and streams its result. */
  EXECUTE_STREAMING_SQL("ExecuteStreamingSql"),
  /** Executes several DML statements. */
  EXECUTE_BATCH_DML("ExecuteBatchDml"),
  /** Reads rows by key and returns them at once. */
  READ("Read"),
  /** Reads rows by key and streams them. */
  STREAMING_READ("StreamingRead"),
  /** Begins a transaction. */
  BEGIN_TRANSACTION("BeginTransaction"),
  /** Commits a transaction. */
  COMMIT("Commit"),
  /** Rolls a transaction back. */
  ROLLBACK("Rollback"),
  /** Splits a query into partitions. */
  PARTITION_QUERY("PartitionQuery"),
  /** Splits a read into partitions. */
  PARTITION_READ("PartitionRead"),
  /** Applies groups of mutations, each in a separate transaction. */
  BATCH_WRITE("BatchWrite");

  /** The full name of the service that has all these methods. */
  public static final String SERVICE_NAME = "google.spanner.v1.Spanner";

  private static final Map<String, Rpc> BY_FULL_METHOD_NAME =
      Arrays.stream(values()).collect(toUnmodifiableMap(Rpc::fullMethodName, r -> r));

  private final String methodName;
  private final String fullMethodName;

  Rpc(String methodName) {
    this.methodName = methodName;
    this.fullMethodName = SERVICE_NAME + "/" + methodName;
  }

  /** The method's name as in the proto, for example {@code BatchCreateSessions}. */
  public String methodName() {
    return methodName;
  }

  @Override
  public String toString() {
    return methodName;
  }

  /** The full name in gRPC: {@code google.spanner.v1.Spanner/BatchCreateSessions}. */
  public String fullMethodName() {
    return fullMethodName;
  }

  /**
   * The method with a gRPC full name.
   *
   * @param fullMethodName service and method, separated by a slash
   * @return the method; empty if the name belongs to another service
   */
  public static Optional<Rpc> ofFullMethodName(String fullMethodName) {
    return Optional.ofNullable(BY_FULL_METHOD_NAME.get(fullMethodName));
  }

  /**
   * A map with a value for each method.
   *
   * @param maker makes it
   * @return one for each, in the order of the methods
   */
  public static <T> Map<Rpc, T> each(Function<Rpc, T> maker) {
    return Maps.toMap(EnumSet.allOf(Rpc.class), maker::apply);
  }
}
