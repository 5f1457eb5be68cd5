package dev.sessionbench.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.Architectures;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.cli.Main;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the dependencies between the eight top-level packages and the shape of each. */
class HouseTest {
  private static final String ROOT = "dev.sessionbench";

  /** The top-level packages, lowest first. Each may use those before it. */
  private static final String[] ROOMS = {
    "base", "mock", "bench", "report", "lab", "study", "gate", "cli"
  };

  private static final Path SOURCES = Path.of("src/main/java/dev/sessionbench");
  private static final int LEAST_FILES_OF_A_SUBPACKAGE = 5;

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

  /** Compiled classes of src/main and src/jmh, without tests. */
  private static JavaClasses compiled() {
    try {
      return new ClassFileImporter()
          .importPath(
              Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void packagesUseOnlyLowerPackages() {
    Architectures.LayeredArchitecture rooms =
        Architectures.layeredArchitecture().consideringOnlyDependenciesInLayers();
    for (String room : ROOMS) {
      rooms = rooms.layer(room).definedBy(ROOT + "." + room + "..");
    }
    rooms = rooms.layer("jmh").definedBy(ROOT, ROOT + ".jmh_generated..", ROOT + ".rawload..");
    for (int i = 0; i < ROOMS.length; i++) {
      String[] lower = IntStream.range(0, i).mapToObj(j -> ROOMS[j]).toArray(String[]::new);
      rooms =
          lower.length == 0
              ? rooms.whereLayer(ROOMS[i]).mayNotAccessAnyLayer()
              : rooms.whereLayer(ROOMS[i]).mayOnlyAccessLayers(lower);
    }
    rooms.whereLayer("jmh").mayNotBeAccessedByAnyLayer().check(CLASSES);
  }

  @Test
  void subpackagesFormNoCycle() {
    for (String room : ROOMS) {
      slices()
          .matching(ROOT + "." + room + ".(*)..")
          .should()
          .beFreeOfCycles()
          .allowEmptyShould(true)
          .check(CLASSES);
    }
  }

  @Test
  void subpackagesHaveFiveFilesAndOneLevel() throws IOException {
    Map<Path, Long> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(SOURCES)) {
      all.filter(file -> file.toString().endsWith(".java"))
          .forEach(file -> files.merge(SOURCES.relativize(file.getParent()), 1L, Long::sum));
    }
    assertThat(files.keySet().stream().map(path -> path.getName(0).toString()).distinct())
        .containsExactlyInAnyOrder(ROOMS);
    assertThat(files.keySet()).allMatch(path -> path.getNameCount() <= 2);
    assertThat(files.entrySet())
        .filteredOn(entry -> entry.getKey().getNameCount() == 2)
        .allMatch(entry -> entry.getValue() >= LEAST_FILES_OF_A_SUBPACKAGE);
  }

  @Test
  void onlySystemTimeReadsClocksOrSleeps() {
    assertThat(
            CLASSES.stream()
                .filter(c -> c.getPackageName().startsWith(ROOT))
                .filter(c -> !c.getPackageName().contains("jmh_generated"))
                .flatMap(c -> c.getCodeUnitAccessesFromSelf().stream())
                .filter(access -> isOfTheMachinesTime(access.getTarget()))
                .map(access -> access.getOriginOwner().getName())
                .distinct())
        .containsExactly(SystemTime.class.getName());
  }

  /** Whether a call reads or waits for the machine's time without a clock as its argument. */
  private static boolean isOfTheMachinesTime(CodeUnitAccessTarget called) {
    return MACHINES_TIME.matcher(called.getOwner().getName() + "." + called.getName()).matches()
        && called.getRawParameterTypes().stream().noneMatch(c -> c.isEquivalentTo(Clock.class));
  }

  @Test
  void onlyTheRawWorkloadUsesTheClientsOwnMock() {
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
