package dev.sessionbench.bench.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The classes that a driver shares with this program must not lead it to this program's libraries.
 */
class DriverContractTest {
  private static final String OURS = "dev.sessionbench.";

  private static JavaClasses classes() throws URISyntaxException {
    return new ClassFileImporter()
        .importPath(
            Path.of(
                DriverLoader.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
  }

  @Test
  void sharedClassesUseOnlyTheJdk() throws URISyntaxException {
    JavaClasses classes = classes();
    Set<String> shared = new TreeSet<>();
    Set<String> foreign = new TreeSet<>();
    Deque<JavaClass> open = new ArrayDeque<>();
    classes.stream().filter(c -> DriverLoader.isDriver(c.getName())).forEach(open::add);
    assertThat(open).isNotEmpty();
    while (!open.isEmpty()) {
      JavaClass user = open.remove();
      boolean driver = DriverLoader.isDriver(user.getName());
      for (var dependency : user.getDirectDependenciesFromSelf()) {
        JavaClass used = dependency.getTargetClass().getBaseComponentType();
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
