package dev.sessionbench.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.bench.run.RunServices.MachineLock;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineLockTest {
  private static final String IGNORE = "jmh.ignoreLock";

  @TempDir private Path folder;

  private final @Nullable String before = System.getProperty(IGNORE);

  @BeforeEach
  void makeJmhUseItsLock() {
    System.clearProperty(IGNORE);
  }

  @AfterEach
  void restoreTheProperty() {
    if (before != null) {
      System.setProperty(IGNORE, before);
    } else {
      System.clearProperty(IGNORE);
    }
  }

  @Test
  void onlyOneRunHoldsTheLock() {
    Path file = folder.resolve("lock");
    Runnable first = MachineLock.take(file);
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> MachineLock.take(file))
        .withMessage(
            file + ": another JMH run holds this lock; wait until it has ended, or end it");
    first.run();
    MachineLock.take(file).run();
  }

  @Test
  void jmhIgnoresItsLockWhileThisIsHeld() {
    Runnable release = MachineLock.take(folder.resolve("lock"));
    assertThat(System.getProperty(IGNORE)).isEqualTo("true");
    release.run();
    assertThat(System.getProperty(IGNORE)).isNull();
  }

  @Test
  void isNotTakenIfJmhIgnoresIt() {
    System.setProperty(IGNORE, "true");
    Runnable first = MachineLock.takeUnlessIgnored();
    Runnable second = MachineLock.takeUnlessIgnored();
    first.run();
    second.run();
    assertThat(System.getProperty(IGNORE)).isEqualTo("true");
  }
}
