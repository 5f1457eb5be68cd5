package dev.sessionbench.rawload;

import dev.sessionbench.rawload.ServerKind.MeasuredServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A fresh server with channels to it. */
public final class ServerRun implements AutoCloseable {
  private static final int BATCH = 100;

  private final MeasuredServer server;
  private final LoadClient client;

  /**
   * Starts both.
   *
   * @param parameters which server, reached how
   * @param statementMillis the simulated time of ExecuteStreamingSql, at least 0
   * @param channels how many channels, at least 1
   * @throws IOException if the server cannot listen
   */
  public ServerRun(ServerParameters parameters, int statementMillis, int channels)
      throws IOException {
    server = parameters.kind().start(parameters.transport(), statementMillis);
    client = new LoadClient(server, parameters.transport(), channels);
  }

  /** The server. */
  public MeasuredServer server() {
    return server;
  }

  /** The channels and what goes with it. */
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

  @Override
  public void close() {
    try {
      client.close();
    } finally {
      server.close();
    }
  }
}
