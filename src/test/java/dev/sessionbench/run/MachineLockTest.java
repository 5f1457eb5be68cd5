package dev.sessionbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sessionbench.model.BadInput;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineLockTest {
  @TempDir private Path folder;

  @Test
  void isHeldByOneRunAtATime() {
    Path file = folder.resolve("lock");
    MachineLock first = MachineLock.take(file);
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> MachineLock.take(file))
        .withMessage(
            file + ": another JMH run holds this lock; wait until it has ended, or end it");
    first.close();
    MachineLock.take(file).close();
  }

  @Test
  void spareJmhItsOwnLockWhileItIsHeld() {
    try (MachineLock lock = MachineLock.take(folder.resolve("lock"))) {
      assertThat(lock).isNotNull();
      assertThat(System.getProperty("jmh.ignoreLock")).isEqualTo("true");
    }
    assertThat(System.getProperty("jmh.ignoreLock")).isNull();
  }
}
