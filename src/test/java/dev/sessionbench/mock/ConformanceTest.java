package dev.sessionbench.mock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.Rpc;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Checks that the tests named in docs/rpcs.md exist. */
class ConformanceTest {
  private static final String ALL = "all";
  private static final Pattern TEST = Pattern.compile("`(\\w+)\\.(\\w+)`");

  /** One row of the table: a behaviour of an RPC and the tests that show it. */
  private record Row(String rpc, String behaviour, List<String> tests) {
    static Row parse(String line) {
      String[] cells = line.split("\\|", -1);
      assertThat(cells).as(line).hasSize(5);
      List<String> tests = new ArrayList<>();
      Matcher matcher = TEST.matcher(cells[3]);
      while (matcher.find()) {
        tests.add(matcher.group(1) + "." + matcher.group(2));
      }
      return new Row(cells[1].strip(), cells[2].strip(), tests);
    }
  }

  private static List<Row> table() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("docs/rpcs.md"))) {
      return lines
          .dropWhile(line -> !line.startsWith("| RPC |"))
          .skip(2)
          .takeWhile(line -> line.startsWith("|"))
          .map(Row::parse)
          .toList();
    }
  }

  @Test
  void everyRpcOccursAndNothingElse() throws IOException {
    List<String> known =
        Stream.concat(Stream.of(ALL), Arrays.stream(Rpc.values()).map(Rpc::methodName)).toList();

    assertThat(table().stream().map(Row::rpc).distinct())
        .containsExactlyInAnyOrderElementsOf(known);
  }

  @Test
  void everyBehaviourNamesTestsThatExist() throws IOException {
    for (Row row : table()) {
      assertThat(row.behaviour()).as(row.toString()).isNotEmpty();
      assertThat(row.tests()).as(row.toString()).isNotEmpty();
      for (String test : row.tests()) {
        assertThat(isTest(test)).as(test + " is a test").isTrue();
      }
    }
  }

  @Test
  void noBehaviourIsListedTwice() throws IOException {
    assertThat(table().stream().map(row -> row.rpc() + ": " + row.behaviour()))
        .doesNotHaveDuplicates();
  }

  /**
   * The test class with a simple name, in any package.
   *
   * @throws AssertionError if there is no such class, or more than one
   */
  private static Class<?> testClass(String simpleName) throws IOException {
    Path root = Path.of("src", "test", "java");
    try (Stream<Path> files = Files.walk(root)) {
      List<String> found =
          files
              .filter(file -> file.endsWith(simpleName + ".java"))
              .map(file -> root.relativize(file).toString().replaceFirst("\\.java$", ""))
              .map(name -> name.replace(File.separatorChar, '.'))
              .toList();
      assertThat(found).as("test classes of the name " + simpleName).hasSize(1);
      return Class.forName(found.get(0));
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isTest(String name) throws IOException {
    int dot = name.indexOf('.');
    return Arrays.stream(testClass(name.substring(0, dot)).getDeclaredMethods())
        .filter(method -> method.getName().equals(name.substring(dot + 1)))
        .anyMatch(
            method ->
                method.isAnnotationPresent(Test.class)
                    || method.isAnnotationPresent(ParameterizedTest.class));
  }
}
