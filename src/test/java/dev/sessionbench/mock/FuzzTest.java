package dev.sessionbench.mock;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import com.google.spanner.v1.CreateSessionRequest;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.mock.query.StatementRegistry;
import dev.sessionbench.mock.query.StatementResult;
import dev.sessionbench.mock.session.RowLock;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Sends random messages to all methods. The server must always answer with a status that the
 * service could give, and keep its memory bounded.
 */
class FuzzTest {
  /** Nightly runs set another seed, so that each night tests other calls; failures report it. */
  private static final long FIRST_SEED = Long.getLong("sessionbench.fuzzSeed", 1);

  /** INTERNAL is legal only for bytes that are no message; UNKNOWN never is. */
  private static final Set<Status.Code> LEGAL =
      EnumSet.of(
          Status.Code.OK,
          Status.Code.INVALID_ARGUMENT,
          Status.Code.NOT_FOUND,
          Status.Code.FAILED_PRECONDITION,
          Status.Code.ABORTED,
          Status.Code.RESOURCE_EXHAUSTED);

  private static final CreateSessionRequest CREATE =
      CreateSessionRequest.newBuilder().setDatabase(Connection.DATABASE).build();

  private static final int FEW_CALLS = 3_000;
  private static final long SLOW_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final int CALLS_BETWEEN_CHECKS = 2_000;
  private static final long MAX_GROWTH_BYTES = 64L << 20;

  private final MovableClock clock = new MovableClock();

  @Test
  @Shows("Random and malformed requests get a valid status")
  void thousandsOfRandomCallsAreAnsweredLegally() throws Exception {
    for (Transport transport : Transport.values()) {
      try (Connection connection = Connection.to(options(transport))) {
        Fuzzer fuzzer = new Fuzzer(connection, clock, 1);
        fuzzer.call(FEW_CALLS);

        fuzzer.assertThatEveryMethodHasSucceededAndFailed();
        assertThatTheServerIsWell(connection, transport);
      }
    }
  }

  @Test
  @Tag("slow")
  void memoryDoesNotGrowUnderAMinuteOfRandomCalls() throws Exception {
    try (Connection connection = Connection.to(options(Transport.TCP))) {
      run(List.of(new Fuzzer(connection, clock, 0)), System.nanoTime());
      long before = usedBytes();
      List<Fuzzer> fuzzers = new ArrayList<>();
      for (long seed = FIRST_SEED; seed < FIRST_SEED + 4; seed++) {
        fuzzers.add(new Fuzzer(connection, clock, seed));
      }
      run(fuzzers, System.nanoTime() + SLOW_NANOS);

      fuzzers.forEach(Fuzzer::assertThatEveryMethodHasSucceededAndFailed);
      assertThatTheServerIsWell(connection, Transport.TCP);
      assertThat(usedBytes() - before).isLessThan(MAX_GROWTH_BYTES);
    }
  }

  private static void run(List<Fuzzer> fuzzers, long untilNanos) throws Exception {
    List<CompletableFuture<Void>> running = new ArrayList<>();
    for (Fuzzer fuzzer : fuzzers) {
      Runnable client =
          () -> {
            do {
              fuzzer.call(CALLS_BETWEEN_CHECKS);
            } while (System.nanoTime() < untilNanos);
          };
      running.add(CompletableFuture.runAsync(client, task -> new Thread(task).start()));
    }
    for (CompletableFuture<Void> client : running) {
      client.get();
    }
  }

  /** Sessions expire while the fuzzers create them, which bounds how many are alive. */
  private MockServerOptions options(Transport transport) {
    return MockServerOptions.defaults()
        .withTransport(transport)
        .withClock(clock)
        .withSessionIdleTimeout(Duration.ofSeconds(30))
        .withStatements(
            SpannerRpcFixture.withTable(
                StatementRegistry.original()
                    .with(SpannerRpcFixture.MANY, SpannerRpcFixture.many())
                    .with(SpannerRpcFixture.INSERT, StatementResult.update(1))
                    .with(Connection.UPDATE, StatementResult.update(1), new RowLock("FOO", "2"))));
  }

  private static void assertThatTheServerIsWell(Connection connection, Transport transport)
      throws InterruptedException {
    connection.channel().shutdownNow();
    assertThat(connection.channel().awaitTermination(20, TimeUnit.SECONDS)).isTrue();
    assertThatNoCallIsInProgress(connection.server());
    ManagedChannel other = Connection.open(connection.server(), transport);
    SpannerGrpc.SpannerBlockingStub stub =
        SpannerGrpc.newBlockingStub(other).withDeadlineAfter(20, TimeUnit.SECONDS);
    Session session = stub.createSession(CREATE);
    assertThat(connection.server().sessions().alive()).isLessThan(20_000);
    assertThat(stub.executeSql(Connection.sql(session, Connection.QUERY).build()).getRowsCount())
        .isEqualTo(1);
    other.shutdownNow();
  }

  /** The server learns of cancelled calls slightly later than the client. */
  private static void assertThatNoCallIsInProgress(MockSpannerServer server) {
    long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    for (Rpc rpc : Rpc.values()) {
      while (server.counters().method(rpc).inProgress() > 0 && System.nanoTime() < deadlineNanos) {
        Thread.onSpinWait();
      }
      assertThat(server.counters().method(rpc).inProgress()).as(rpc.toString()).isZero();
    }
  }

  private static long usedBytes() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  /** One client with its own random messages; not thread-safe. */
  private static final class Fuzzer {
    private final Connection connection;
    private final MovableClock clock;
    private final RandomMessages messages;
    private final Map<Rpc, Set<Status.Code>> seen = new EnumMap<>(Rpc.class);
    private final Map<Rpc, MethodDescriptor<Message, Message>> methods = new EnumMap<>(Rpc.class);

    @SuppressWarnings("unchecked")
    Fuzzer(Connection connection, MovableClock clock, long seed) {
      this.connection = connection;
      this.clock = clock;
      messages = new RandomMessages(seed);
      for (MethodDescriptor<?, ?> method : SpannerGrpc.getServiceDescriptor().getMethods()) {
        methods.put(
            Rpc.ofFullMethodName(method.getFullMethodName()).orElseThrow(),
            (MethodDescriptor<Message, Message>) method);
      }
      messages.learn("database", Connection.DATABASE);
      messages.learn("sql", Connection.QUERY);
      messages.learn("sql", Connection.UPDATE);
      messages.learn("sql", SpannerRpcFixture.MANY);
      messages.learn("sql", SpannerRpcFixture.INSERT);
      messages.learn("table", "MANY");
      messages.learn("columns", "A");
      messages.learn("columns", "B");
      messages.learn("string_value", "1");
      messages.learn("key", "env");
      messages.learn("value", "dev");
      messages.learn("session", Connection.DATABASE + "/sessions/unknown");
      messages.learn("resume_token", ByteString.copyFromUtf8("1/0"));
      messages.learn("partition_token", ByteString.copyFromUtf8("0/2/0/transaction-1"));
    }

    void call(int calls) {
      Rpc[] rpcs = Rpc.values();
      for (int i = 0; i < calls; i++) {
        Rpc rpc = rpcs[messages.nextInt(rpcs.length)];
        Message request = messages.next(prototype(rpc));
        switch (messages.nextInt(20)) {
          case 0 -> sendDamaged(rpc, request);
          case 1 -> sendAndGoAway(rpc, request);
          default -> send(rpc, request);
        }
        clock.advance(Duration.ofMillis(20));
      }
    }

    private MethodDescriptor<Message, Message> method(Rpc rpc) {
      return Objects.requireNonNull(methods.get(rpc));
    }

    private Message prototype(Rpc rpc) {
      return (Message)
          ((MethodDescriptor.PrototypeMarshaller<?>) method(rpc).getRequestMarshaller())
              .getMessagePrototype();
    }

    private void send(Rpc rpc, Message request) {
      Status.Code code = Status.Code.OK;
      try {
        // A unary method's message is also a stream of one; for a long stream the beginning is
        // enough.
        ClientCalls.blockingServerStreamingCall(
                connection.channel(), method(rpc), options(), request)
            .forEachRemaining(messages::learnFrom);
      } catch (StatusRuntimeException e) {
        code = e.getStatus().getCode();
        assertLegal(e, false, rpc, request);
      }
      seen.computeIfAbsent(rpc, r -> EnumSet.noneOf(Status.Code.class)).add(code);
    }

    /** Cancels before or after the request is complete, or never. */
    private void sendAndGoAway(Rpc rpc, Message request) {
      ClientCall<Message, Message> call =
          connection
              .channel()
              .newCall(method(rpc), CallOptions.DEFAULT.withDeadlineAfter(1, TimeUnit.SECONDS));
      call.start(new ClientCall.Listener<>() {}, new Metadata());
      int how = messages.nextInt(3);
      call.sendMessage(request);
      if (how > 0) {
        call.halfClose();
      }
      if (how < 2) {
        call.cancel("the client has gone away", null);
      }
    }

    private void sendDamaged(Rpc rpc, Message request) {
      try {
        ClientCalls.blockingServerStreamingCall(
                connection.channel(),
                RawBytes.method(rpc, MethodType.SERVER_STREAMING),
                options(),
                messages.damaged(request))
            .forEachRemaining(reply -> {});
      } catch (StatusRuntimeException e) {
        assertLegal(e, describes(e, "Error parsing request"), rpc, request);
      }
    }

    private static void assertLegal(
        StatusRuntimeException e, boolean unread, Rpc rpc, Message request) {
      Status.Code code = e.getStatus().getCode();
      boolean farRead = code == Status.Code.DEADLINE_EXCEEDED && describes(e, "1 hour in future");
      assertThat((unread && code == Status.Code.INTERNAL) || farRead || LEGAL.contains(code))
          .as("%s answered %s to (what is left of) %s", rpc, e.getStatus(), request)
          .isTrue();
    }

    private static boolean describes(StatusRuntimeException e, String text) {
      String description = e.getStatus().getDescription();
      return description != null && description.contains(text);
    }

    private static CallOptions options() {
      return CallOptions.DEFAULT.withDeadlineAfter(10, TimeUnit.MINUTES);
    }

    /** Without this check, the random messages might test only the first check of each method. */
    void assertThatEveryMethodHasSucceededAndFailed() {
      for (Rpc rpc : Rpc.values()) {
        Set<Status.Code> codes = seen.getOrDefault(rpc, Set.of());
        assertThat(codes).as(rpc.toString()).contains(Status.Code.OK);
        assertThat(codes.size()).as(rpc + " " + codes).isGreaterThan(1);
      }
    }
  }
}
