package dev.sessionbench.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.report.ResultTables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares the real client in real time with virtual time, on a hundred randomly drawn pools and
 * loads. On a quiet machine, this command measures the metrics of docs/validation.md anew:
 *
 * <pre>mvn test -Pslow -Dtest=RandomShapesTest -Dgolden.write=true</pre>
 */
class RandomShapesTest {
  private static final Path FILE = Path.of("results/validation/shapes.json.gz");
  private static final int SHAPES = Integer.getInteger("shapes", 100);
  private static final int WARM_UPS = 5;
  private static final long SEED = 3;

  @Tag("slow")
  @Test
  void aHundredPoolsMakeTheRequestsOfVirtualTime() throws Exception {
    Environment environment =
        Environment.read(/* orderSeed= */ 0, Clock.systemUTC().instant().toString());
    Random warm = new Random(0);
    for (int i = 0; i < WARM_UPS; i++) {
      var unused = DrawnShape.from(warm).measured(environment);
    }
    Random random = new Random(SEED);
    List<DrawnShape> drawn = Stream.generate(() -> DrawnShape.from(random)).limit(SHAPES).toList();
    List<CellResult> measured = new ArrayList<>();
    for (DrawnShape shape : drawn) {
      measured.add(shape.measured(environment));
    }
    if (Boolean.getBoolean("golden.write")) {
      Files.createDirectories(FILE.getParent());
      Json.write(FILE, measured);
    }
    for (int i = 0; i < SHAPES; i++) {
      if (drawn.get(i).demandIsCertain()) {
        CellResult ideal = new SimulatedResults().result(drawn.get(i).simulated(), 1);
        assertThat(rpcs(measured.get(i))).as("%s", drawn.get(i)).isEqualTo(rpcs(ideal));
      }
    }
  }

  private static double rpcs(CellResult result) {
    return ResultTables.secondary(result, ResultTables.RPCS_METRIC).median();
  }
}
