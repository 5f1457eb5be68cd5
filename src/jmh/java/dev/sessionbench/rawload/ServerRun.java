package dev.sessionbench.rawload;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A fresh server with a channel to it. */
public final class ServerRun implements AutoCloseable {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int BATCH = 100;

  /** The loop of the channel. */
  private static final int CLIENT_THREADS = 1;

  private final int threadsBefore;
  private final MeasuredServer server;
  private final LoadClient client;

  /**
   * Starts both.
   *
   * @param parameters which server, reached how
   * @param statementMillis the simulated time of ExecuteStreamingSql, at least 0
   * @throws IOException if the server cannot listen
   */
  public ServerRun(ServerParameters parameters, int statementMillis) throws IOException {
    threadsBefore = THREADS.getThreadCount();
    server = parameters.kind().start(parameters.transport(), statementMillis);
    client = new LoadClient(server, parameters.transport());
  }

  /** The server. */
  public MeasuredServer server() {
    return server;
  }

  /** The channel and what goes with it. */
  public LoadClient client() {
    return client;
  }

  /**
   * Operations in sessions of their own.
   *
   * @param count how many
   * @param operation makes the operation of a session
   */
  public List<Operation> operations(int count, Function<String, Operation> operation) {
    List<Operation> operations = new ArrayList<>();
    while (operations.size() < count) {
      int batch = Math.min(BATCH, count - operations.size());
      // The server that does nothing answers with a number of its own.
      client.createSessions(batch).stream()
          .limit(batch)
          .forEach(session -> operations.add(operation.apply(session)));
    }
    return operations;
  }

  /** The most threads that the server has had since it started, if nothing else started any. */
  public int mostServerThreads() {
    return THREADS.getPeakThreadCount() - threadsBefore - CLIENT_THREADS;
  }

  /** Forgets what other servers needed. */
  public static void forgetThreads() {
    THREADS.resetPeakThreadCount();
  }

  @Override
  public void close() {
    try {
      client.close();
    } finally {
      server.close();
    }
  }
}
