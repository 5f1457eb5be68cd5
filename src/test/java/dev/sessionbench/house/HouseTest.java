package dev.sessionbench.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Holds the packages to their one direction. */
class HouseTest {
  private static final String ROOT = "dev.sessionbench";

  /** Each package with the packages of this project that it may use. */
  private static final Map<String, List<String>> MAY_USE =
      Map.ofEntries(
          Map.entry("model", List.of()),
          Map.entry("yaml", List.of()),
          Map.entry("fault", List.of("model")),
          Map.entry("mock", List.of("model", "fault")),
          Map.entry("profile", List.of("model", "mock", "fault", "yaml")),
          Map.entry("client", List.of("model")),
          Map.entry("accounting", List.of()),
          Map.entry("load", List.of("model", "client")),
          Map.entry("simulate", List.of("model", "load")),
          Map.entry("handicap", List.of("model", "client", "load", "accounting")),
          Map.entry("rawload", List.of("model", "mock")),
          Map.entry("trial", List.of("model", "fault", "mock", "client", "load", "accounting", "handicap")),
          Map.entry("run", List.of("model", "results")),
          Map.entry("results", List.of("model")),
          Map.entry("stats", List.of()),
          Map.entry("text", List.of()),
          Map.entry("sweep", List.of("results", "stats", "text")),
          Map.entry("report", List.of("model", "results", "stats", "sweep", "text")),
          Map.entry("serve", List.of("model", "mock", "profile", "text")),
          Map.entry("gate", List.of("results", "stats", "run", "model", "yaml", "text")),
          Map.entry(
              "cli",
              List.of(
                  "model",
                  "run",
                  "yaml",
                  "profile",
                  "serve",
                  "client",
                  "load",
                  "handicap",
                  "rawload",
                  "trial",
                  "results",
                  "stats",
                  "sweep",
                  "text",
                  "report",
                  "gate")));

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT, "com.google.cloud.spanner");

  @Test
  void packagesUseOnlyWhatTheyMay() {
    MAY_USE.forEach(
        (name, allowed) -> {
          String[] forbidden =
              MAY_USE.keySet().stream()
                  .filter(other -> !other.equals(name) && !allowed.contains(other))
                  .map(other -> ROOT + "." + other + "..")
                  .toArray(String[]::new);
          noClasses()
              .that()
              .resideInAPackage(ROOT + "." + name + "..")
              .should()
              .dependOnClassesThat()
              .resideInAnyPackage(forbidden)
              .check(CLASSES);
        });
  }

  @Test
  void everyPackageIsInTheHouse() {
    Set<String> present =
        CLASSES.stream()
            .map(c -> c.getPackageName())
            .filter(name -> name.startsWith(ROOT + ".") && !name.contains("jmh_generated"))
            .map(name -> name.substring(ROOT.length() + 1).replaceFirst("\\..*", ""))
            .collect(Collectors.toSet());
    assertThat(present).isEqualTo(MAY_USE.keySet());
  }

  @Test
  void packagesFormNoCircle() {
    slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(CLASSES);
  }

  /** The server on top puts the rooms together; they know neither it nor each other in a circle. */
  @Test
  void theRoomsOfTheMockFormNoCircleAndDoNotUseWhatIsAboveThem() {
    slices().matching(ROOT + ".mock.(*)..").should().beFreeOfCycles().check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage(ROOT + ".mock.*..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT + ".mock")
        .check(CLASSES);
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
