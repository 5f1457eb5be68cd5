package dev.sessionbench.gate.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.util.concurrent.Uninterruptibles;
import dev.sessionbench.gate.policy.PolicyCell.Cores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads the cores that a process may use, and names the last. */
class CoreHoldTest {
  @ParameterizedTest
  @CsvSource({"'0-3,8', 8", "'0-15', 15", "0, 0", "'1,4-6', 6"})
  void lastCoreIsTheLastOfTheKernelsList(String cores, String last) {
    assertThat(CoreHold.last(cores)).isEqualTo(last);
  }

  @Test
  void coresAreReadFromTheKernelsStatus(@TempDir Path folder) throws IOException {
    Path status = folder.resolve("status");
    assertThat(CoreHold.allowed(status)).isEmpty();
    Files.writeString(status, "Cpus_allowed:\t3\nCpus_allowed_list:\t0-1\nMems_allowed:\t1\n");
    assertThat(CoreHold.allowed(status)).contains("0-1");
  }

  @Test
  void threadsThatEndMeanwhileDoNotPreventIt() {
    assumeTrue(CoreHold.isPossible(), "needs Linux and taskset");
    for (int round = 0; round < 5; round++) {
      CountDownLatch end = new CountDownLatch(1);
      for (int i = 0; i < 800; i++) {
        new Thread(() -> Uninterruptibles.awaitUninterruptibly(end)).start();
      }
      end.countDown();
      assertThat(CoreHold.hold(ProcessHandle.current().pid(), Cores.ALL)).isTrue();
    }
  }
}
