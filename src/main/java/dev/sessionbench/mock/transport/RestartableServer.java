package dev.sessionbench.mock.transport;

import dev.sessionbench.model.SystemTime;
import dev.sessionbench.model.TimeSource;
import io.grpc.Server;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/**
 * A gRPC server on TCP that can stop and come back on the port it had. gRPC's own servers cannot: a
 * new one takes the place of the old.
 */
final class RestartableServer {
  private static final System.Logger LOG = System.getLogger(RestartableServer.class.getName());
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final Duration END_PATIENCE = Duration.ofSeconds(5);

  private final IntFunction<Server> builder;
  private final Connections connections;
  private final ServerThreads threads;
  private final int port;
  private Server current;
  private boolean down;
  private boolean closed;

  /**
   * A server that listens.
   *
   * @param first has been started
   * @param builder builds a server for a port, not started
   * @param connections those of the servers that it builds
   * @param threads makes the thread on which a server is started: starting one blocks
   */
  RestartableServer(
      Server first, IntFunction<Server> builder, Connections connections, ServerThreads threads) {
    this.current = first;
    this.builder = builder;
    this.connections = connections;
    this.threads = threads;
    this.port = first.getPort();
  }

  /** The port, whether something listens on it just now or not; -1 once closed. */
  synchronized int port() {
    return closed ? -1 : port;
  }

  /**
   * Stops, and comes back after a time. Does nothing while it is stopped.
   *
   * @param downNanos the time in nanoseconds
   * @param time lets it pass
   * @param back is run when it listens again
   */
  synchronized void restart(long downNanos, TimeSource time, Runnable back) {
    if (down || closed) {
      return;
    }
    down = true;
    // First: a server that is shut down says good-bye, one that has died does not.
    connections.refuse();
    current.shutdownNow();
    var unused =
        time.after(downNanos, () -> threads.newThread("restart", () -> comeBack(back)).start());
  }

  private void comeBack(Runnable back) {
    long deadline = SystemTime.CLOCK.nanos() + PATIENCE_NANOS;
    while (!listensAgain(back, deadline)) {
      SystemTime.CLOCK.park(RETRY_NANOS);
    }
  }

  /** Returns whether there is nothing more to try. */
  private synchronized boolean listensAgain(Runnable back, long deadline) {
    if (closed) {
      return true;
    }
    boolean late = SystemTime.CLOCK.nanos() - deadline >= 0;
    // The old socket closes on another thread, and then its port is free.
    if (!current.isTerminated() && !late) {
      return false;
    }
    Server next = builder.apply(port);
    connections.accept();
    try {
      next.start();
    } catch (IOException e) {
      if (late) {
        LOG.log(
            System.Logger.Level.ERROR, "port " + port + " was taken while the server was down", e);
      }
      return late;
    }
    current = next;
    down = false;
    back.run();
    return true;
  }

  /**
   * Takes no new calls, lets those in progress end, and does not come back.
   *
   * @param patience how long to wait for them at most
   * @return whether all have ended
   */
  boolean drain(Duration patience) {
    return drain(last(), patience);
  }

  /** Ends all calls, and does not come back. */
  void close() {
    end(last());
  }

  /** No other comes after it. */
  private synchronized Server last() {
    closed = true;
    return current;
  }

  /** Takes no new calls and waits for those in progress; says whether all have ended. */
  static boolean drain(Server server, Duration patience) {
    return ends(server.shutdown(), patience);
  }

  /** Ends all calls; says whether that went as fast as it should. */
  static boolean end(Server server) {
    return ends(server.shutdownNow(), END_PATIENCE);
  }

  private static boolean ends(Server server, Duration patience) {
    try {
      return server.awaitTermination(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
