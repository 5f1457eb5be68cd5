package dev.sessionbench.bench.client;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The classes that a driver shares with this program must not show it types of this program's
 * libraries, which its own libraries have too.
 */
class DriverContractTest {
  private static final String OURS = "dev.sessionbench.";

  private static JavaClasses classes() throws URISyntaxException {
    return new ClassFileImporter()
        .importPath(
            Path.of(
                DriverLoader.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
  }

  private static Set<JavaClass> used(JavaClass driver) {
    return driver.getDirectDependenciesFromSelf().stream()
        .map(dependency -> dependency.getTargetClass().getBaseComponentType())
        .collect(toSet());
  }

  /** The types in what others see of a class. */
  private static Set<JavaClass> shown(JavaClass shared) {
    Stream<JavaClass> above = shared.getAllRawSuperclasses().stream();
    Stream<JavaClass> fields =
        shared.getFields().stream().filter(DriverContractTest::isSeen).map(JavaField::getRawType);
    Stream<JavaClass> codes =
        shared.getCodeUnits().stream()
            .filter(DriverContractTest::isSeen)
            .flatMap(
                code ->
                    Stream.concat(
                        code.getRawParameterTypes().stream(), Stream.of(code.getRawReturnType())));
    return Stream.of(above, shared.getAllRawInterfaces().stream(), fields, codes)
        .flatMap(types -> types)
        .map(JavaClass::getBaseComponentType)
        .collect(toSet());
  }

  private static boolean isSeen(JavaMember member) {
    return !member.getModifiers().contains(JavaModifier.PRIVATE);
  }

  @Test
  void sharedClassesShowOnlyTypesOfTheJdk() throws URISyntaxException {
    JavaClasses classes = classes();
    Set<String> shared = new TreeSet<>();
    Set<String> foreign = new TreeSet<>();
    Deque<JavaClass> open = new ArrayDeque<>();
    classes.stream().filter(c -> DriverLoader.isDriver(c.getName())).forEach(open::add);
    assertThat(open).isNotEmpty();
    while (!open.isEmpty()) {
      JavaClass user = open.remove();
      boolean driver = DriverLoader.isDriver(user.getName());
      for (JavaClass used : driver ? used(user) : shown(user)) {
        String name = used.getName();
        if (name.startsWith(OURS) && !DriverLoader.isDriver(name)) {
          if (shared.add(name)) {
            open.add(used);
          }
        } else if (!driver && !name.startsWith("java.") && !used.isPrimitive()) {
          foreign.add(user.getName() + " uses " + name);
        }
      }
    }
    assertThat(shared).contains("dev.sessionbench.bench.client.PoolUnderTest");
    assertThat(foreign).filteredOn(use -> !use.contains(" uses org.jspecify.")).isEmpty();
  }
}
