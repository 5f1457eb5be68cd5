package dev.sessionbench.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.cli.Main;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Holds the packages to their one direction. Who adds a package adds a line to {@link #PLAN} with
 * what it may use, and its name to the lines of those that may use it.
 */
class HouseTest {
  private static final String ROOT = Rooms.ROOT;

  /** Each room with the rooms that it may use; {@code jmh} is what stands under src/jmh. */
  private static final String PLAN =
      """
      model:
      strategy: model
      strategy.grow: model strategy
      strategy.shrink: strategy strategy.grow
      strategy.catalogue: model strategy strategy.grow strategy.shrink
      yaml: model
      fault: model
      mock.transport: model
      mock.journal: model
      split: model
      mock.rpc: fault mock.journal mock.transport model split
      mock.transaction: mock.rpc model
      mock.session: mock.rpc mock.transaction
      mock.query: mock.rpc mock.transaction model
      mock: fault mock.journal mock.query mock.rpc mock.session mock.transaction mock.transport model split
      mock.admin:
      profile: fault mock mock.query mock.transaction model split text yaml
      tool: model
      client: model
      generation: client model tool
      generation.driver: client model
      accounting:
      load: client model
      load.described: load model pool profile strategy yaml
      pool: model strategy
      pool.grpc: client model pool strategy
      lab: client fault handicap load load.described mock model pool pool.grpc strategy strategy.catalogue trial
      simulate: fault load load.described model pool strategy
      simulate.sweep: fault lab load load.described mock model pool profile results run.plan simulate strategy strategy.catalogue trial
      handicap: accounting client load model
      trial: accounting client fault generation handicap load mock mock.journal mock.query mock.session mock.transport model profile text
      results: model
      stats:
      text:
      sweep: model results stats text
      drift: results stats
      calibrate: model results stats text yaml
      calibrate.probe: calibrate model stats
      report: generation model results stats sweep text
      report.chart: calibrate drift generation model report results stats sweep text
      report.html: calibrate drift model report report.chart results stats sweep text
      diagnosis: text
      diagnosis.export: diagnosis model
      study.agent: load model
      study.seen: diagnosis load mock.journal model stats
      study.exhaustion: accounting client diagnosis load mock mock.journal mock.query model profile report.chart report.html results study.agent study.seen text
      study.planted: diagnosis load mock.journal model pool simulate strategy strategy.catalogue study.seen text
      serve: mock mock.admin mock.session mock.transport model profile text
      count: client load model mock.journal results text trial
      study.warmup: accounting client fault load mock model pool profile report.chart report.html results simulate split stats strategy strategy.catalogue study.agent study.seen text
      run.fork: model results
      run.plan: model results run.fork
      run: model results run.fork run.plan
      gate.policy: model results stats text yaml
      gate: gate.policy generation model results run.fork stats
      gate.judge: count gate gate.policy model results stats
      gate.show: gate gate.judge gate.policy model results stats text
      gate.run: count gate gate.judge gate.policy gate.show generation handicap model profile results run run.fork run.plan tool
      cli: advise calibrate calibrate.probe client count diagnosis diagnosis.export drift gate gate.judge gate.policy gate.run gate.show handicap load load.described model profile report report.chart report.html results run run.fork run.plan serve simulate.sweep stats strategy study.exhaustion study.planted study.warmup sweep text trial yaml
      advise: lab load.described model pool profile report results simulate stats strategy strategy.catalogue text
      jmh.rawload: mock mock.journal mock.transport model
      jmh: accounting client handicap jmh.rawload lab load load.described mock.journal model profile run.fork run.plan study.exhaustion trial
      """;

  private static final Map<String, Set<String>> MAY_USE = Rooms.read(PLAN);

  private static final Pattern MACHINES_TIME =
      Pattern.compile(
          "java\\.lang\\.System\\.(nanoTime|currentTimeMillis)"
              + "|java\\.lang\\.Thread\\.sleep"
              + "|java\\.util\\.concurrent\\.TimeUnit\\.sleep"
              + "|java\\.util\\.concurrent\\.locks\\.LockSupport\\.park.*"
              + "|java\\.time\\.Clock\\.(system|tick).*"
              + "|java\\.time\\.[A-Za-z]+\\.now"
              + "|java\\.util\\.Date\\.<init>");

  private static final JavaClasses CLASSES = compiled();

  /** What was compiled of src/main and src/jmh, and nothing of the tests. */
  private static JavaClasses compiled() {
    try {
      return new ClassFileImporter()
          .importPath(
              Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, Set<String>> used() {
    Map<String, Set<String>> used = new TreeMap<>();
    for (JavaClass from : CLASSES) {
      Rooms.of(from.getName())
          .ifPresent(
              room -> {
                Set<String> others = used.computeIfAbsent(room, r -> new TreeSet<>());
                from.getDirectDependenciesFromSelf().stream()
                    .map(d -> d.getTargetClass().getBaseComponentType().getName())
                    .flatMap(name -> Rooms.of(name).stream())
                    .filter(other -> !other.equals(room))
                    .forEach(others::add);
              });
    }
    return used;
  }

  @Test
  void everyRoomUsesOnlyWhatItMay() {
    List<String> forbidden = new ArrayList<>();
    used()
        .forEach(
            (room, others) ->
                others.stream()
                    .filter(other -> !MAY_USE.getOrDefault(room, Set.of()).contains(other))
                    .forEach(other -> forbidden.add(room + " uses " + other)));
    assertThat(forbidden).isEmpty();
  }

  @Test
  void everyRoomIsInThePlan() {
    assertThat(used().keySet()).isEqualTo(MAY_USE.keySet());
  }

  @Test
  void thePlanHasNoCircleAtAnyDepth() {
    for (int depth = 1; depth <= 4; depth++) {
      assertThat(Rooms.inCircles(Rooms.fromAfar(MAY_USE, depth))).as("depth %s", depth).isEmpty();
    }
    assertThat(Rooms.inCircles(Rooms.read("a: b\nb: c\nc: b\nd:"))).contains("b", "c");
    assertThat(Rooms.inCircles(Rooms.fromAfar(Rooms.read("a.x: b\nb: a.y\na.y:"), 1)))
        .containsExactly("a", "b");
  }

  @Test
  void nothingButTheBenchmarksKnowsTheBenchmarks() {
    MAY_USE.forEach(
        (room, others) ->
            assertThat(others)
                .as(room)
                .noneMatch(other -> !room.startsWith("jmh") && other.startsWith("jmh")));
  }

  @Test
  void theClientsPackageHoldsTheBridgeAlone() {
    assertThat(
            CLASSES.stream()
                .filter(c -> c.getPackageName().equals("com.google.cloud.spanner"))
                .filter(c -> c.getSource().orElseThrow().getUri().getScheme().equals("file"))
                .map(c -> c.getSimpleName()))
        .containsExactly("SessionPoolBridge");
  }

  @Test
  void onlyTheClientPackageUsesTheBridge() {
    noClasses()
        .that()
        .resideOutsideOfPackages(ROOT + ".client..", "com.google.cloud.spanner..")
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("com.google.cloud.spanner.SessionPoolBridge")
        .check(CLASSES);
  }

  @Test
  void onlySystemTimeReadsClocksOrSleeps() {
    assertThat(
            CLASSES.stream()
                .filter(c -> Rooms.of(c.getName()).isPresent())
                .flatMap(c -> c.getCodeUnitAccessesFromSelf().stream())
                .filter(access -> isOfTheMachinesTime(access.getTarget()))
                .map(access -> access.getOriginOwner().getName())
                .distinct())
        .containsExactly(SystemTime.class.getName());
  }

  /** Whether a call reads or waits for the machine's own time, as no clock is handed to it. */
  private static boolean isOfTheMachinesTime(CodeUnitAccessTarget called) {
    return MACHINES_TIME.matcher(called.getOwner().getName() + "." + called.getName()).matches()
        && called.getRawParameterTypes().stream().noneMatch(c -> c.isEquivalentTo(Clock.class));
  }

  @Test
  void onlyTheRawLoadUsesTheClientsOwnMock() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + "..")
        .and()
        .resideOutsideOfPackage(ROOT + ".rawload..")
        .should()
        .dependOnClassesThat()
        .haveNameMatching("com\\.google\\.cloud\\.spanner\\.Mock.*")
        .check(CLASSES);
  }
}
