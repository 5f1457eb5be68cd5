package dev.sessionbench.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.CostModel;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SimulatedTime;
import dev.sessionbench.mock.fault.FaultEffect;
import dev.sessionbench.mock.fault.FaultPlan;
import dev.sessionbench.mock.fault.FaultRule;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulatedServiceTest {
  private final VirtualTime time = new VirtualTime();
  private final List<Integer> brought = new ArrayList<>();

  /**
   * As in the mock, a short answer is a share of the sessions asked for, cut off at the batch
   * limit.
   */
  @ParameterizedTest
  @CsvSource({"0.29, 100, 100, 29", "0.57, 100, 100, 57", "0.5, 100, 10, 10", "0.01, 5, 100, 1"})
  void aShortBatchIsAShareOfTheRequestAndCostsNoMore(
      double share, int asked, int limit, int created) {
    SimulatedService service =
        new SimulatedService(
            time,
            new SimulatedTime(LatencyProfile.none(), new CostModel(1_000, 0), 1, limit),
            new PlayedLoad());
    service.use(
        FaultPlan.of(
            FaultRule.of("short", new FaultEffect.ShortBatch(share), Rpc.BATCH_CREATE_SESSIONS)));
    service.create(0, asked, (sessions, why) -> brought.add(sessions.size()));
    time.run();
    assertThat(brought).containsExactly(created);
    assertThat(time.nanos()).isEqualTo(1_000L * created);
  }
}
