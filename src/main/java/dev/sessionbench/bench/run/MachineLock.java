package dev.sessionbench.bench.run;

import dev.sessionbench.base.model.BadInput;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Keeps other JMH runs off this machine from a run's first fork to its last.
 *
 * <p>JMH takes its lock anew for each of its runs, and each of our forks is one: between two of
 * them another JMH could start, and all our later forks would fail. So the lock is taken here,
 * once, and JMH is told to do without; it reads that once, when its runner is first used.
 */
final class MachineLock implements AutoCloseable {
  /** Where JMH 1.37 keeps its lock. */
  private static final String FILE = "jmh.lock";

  private static final String IGNORE = "jmh.ignoreLock";

  private final FileChannel channel;

  private MachineLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes the lock, or nothing where JMH was told to ignore it ({@code -Djmh.ignoreLock=true}).
   *
   * @return gives the lock back
   * @throws BadInput if another JMH run holds it
   */
  static Runnable takeUnlessIgnored() {
    return Boolean.getBoolean(IGNORE)
        ? () -> {}
        : take(Path.of(System.getProperty("java.io.tmpdir"), FILE))::close;
  }

  static MachineLock take(Path file) {
    try {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = tryLock(channel);
      if (lock == null) {
        channel.close();
        throw new BadInput(
            file + ": another JMH run holds this lock; wait until it has ended, or end it");
      }
      System.setProperty(IGNORE, "true");
      return new MachineLock(channel);
    } catch (IOException e) {
      throw new BadInput(file + ": must be a file that can be locked (" + e + ")");
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      // Held by this very process.
      return null;
    }
  }

  @Override
  public void close() {
    System.clearProperty(IGNORE);
    try {
      channel.close();
    } catch (IOException e) {
      // The process is about to end, and the lock with it.
      System.getLogger(MachineLock.class.getName()).log(System.Logger.Level.DEBUG, "lock", e);
    }
  }
}
