package dev.sessionbench.rawload;

import dev.sessionbench.mock.journal.LatestEntries;
import dev.sessionbench.mock.journal.RpcRecord;
import java.util.Optional;

/** A server under load. */
public interface MeasuredServer extends AutoCloseable {
  /** The TCP port that it listens on, on loopback. */
  int port();

  /** The name that in-process channels reach it by. */
  String inProcessName();

  /** The most threads that handled calls at one time until now. */
  int mostThreads();

  /** What it knows about the RPCs that it has answered, if it knows anything. */
  default Optional<LatestEntries<RpcRecord>> journal() {
    return Optional.empty();
  }

  @Override
  void close();
}
