package dev.sessionbench.docs;

import static java.util.stream.Collectors.joining;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.Shows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A behaviour of the mock, as a test says it by {@link Shows}.
 *
 * @param rpcs the RPCs that behave so; none for all
 * @param text the behaviour
 * @param test the test that shows it
 */
record Behaviour(List<Rpc> rpcs, String text, Method test) {
  private static final Path TESTS = Path.of("src", "test", "java");

  /** All behaviours that the tests below a package show, by RPC in the order of the proto. */
  static List<Behaviour> all(String tests) {
    try (Stream<Path> files = Files.walk(TESTS.resolve(tests.replace('.', '/')))) {
      return files
          .filter(file -> file.toString().endsWith("Test.java"))
          .flatMap(file -> Arrays.stream(type(file).getDeclaredMethods()))
          .filter(method -> method.isAnnotationPresent(Shows.class))
          .map(Behaviour::of)
          .sorted(
              Comparator.comparing(
                      Behaviour::firstRpc, Comparator.nullsFirst(Comparator.naturalOrder()))
                  .thenComparing(one -> one.rpcs.size())
                  .thenComparing(Behaviour::text))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private @Nullable Rpc firstRpc() {
    return rpcs.isEmpty() ? null : rpcs.get(0);
  }

  private static Behaviour of(Method test) {
    Shows shows = test.getAnnotation(Shows.class);
    return new Behaviour(List.of(shows.of()), shows.value(), test);
  }

  private static Class<?> type(Path file) {
    String name = TESTS.relativize(file).toString().replaceFirst("\\.java$", "");
    try {
      return Class.forName(name.replaceAll("[/\\\\]", "."), false, Shows.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  /** The behaviours in Markdown. */
  static String table(String tests) {
    return all(tests).stream()
        .map(
            one ->
                "| %s | %s |\n"
                    .formatted(
                        one.rpcs.isEmpty()
                            ? "all"
                            : one.rpcs.stream().map(Rpc::methodName).collect(joining(", ")),
                        one.text))
        .collect(joining("", "| RPC | behaviour |\n| --- | --- |\n", ""));
  }
}
