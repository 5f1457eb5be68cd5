package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.bench.client.Attempts;
import dev.sessionbench.bench.client.CallEvents;
import dev.sessionbench.bench.client.ClientFleet;
import dev.sessionbench.bench.client.Generation;
import dev.sessionbench.bench.client.Generations;
import dev.sessionbench.bench.client.PoolUnderTest;
import dev.sessionbench.bench.client.ServerAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A client of another version in the place of the one that the suite is built with, or a fleet of
 * several that share the load.
 *
 * @param generations the version of each client, at least one
 * @param writeFraction the part of the sessions that they prepare for writing, from 0 to 1; means
 *     nothing to those that prepare none
 */
public record OtherClient(List<Generation> generations, double writeFraction) {
  private static final int MOST = 64;
  private static final Pattern SOME = Pattern.compile("(\\d{1,3})x(.+)");

  /** Copies the list. */
  public OtherClient {
    generations = List.copyOf(generations);
  }

  /**
   * Reads the versions of one client or of a fleet.
   *
   * @param word as in {@code 6.107.0}, or {@code 4x6.107.0+newest}
   * @return the version of each client
   * @throws IllegalArgumentException if there is no such client, or too many: one line
   */
  static List<Generation> parse(String word) {
    List<Generation> generations = new ArrayList<>();
    for (String part : word.split("\\+", -1)) {
      Matcher some = SOME.matcher(part);
      int number = some.matches() ? Integer.parseInt(some.group(1)) : 1;
      Invalid.when(
          number < 1 || generations.size() + number > MOST,
          "client=%s: must be from 1 to %d clients",
          word,
          MOST);
      String version = some.matches() ? some.group(2) : part;
      Invalid.when(
          version.equals("built"),
          "client=%s: built stands for itself alone; name the version that it is of",
          word);
      generations.addAll(Collections.nCopies(number, Generation.parse(version)));
    }
    return generations;
  }

  /** The name by which it is told from others: {@link #parse} reads it. */
  static String name(List<Generation> generations) {
    Map<String, Long> numbers =
        generations.stream()
            .collect(Collectors.groupingBy(Generation::name, TreeMap::new, Collectors.counting()));
    return numbers.entrySet().stream()
        .map(e -> e.getValue() == 1 ? e.getKey() : e.getValue() + "x" + e.getKey())
        .collect(Collectors.joining("+"));
  }

  /** The name by which it is told from others. */
  public String name() {
    return name(generations);
  }

  /** Whether there are several clients. */
  boolean isFleet() {
    return generations.size() > 1;
  }

  /**
   * Fetches what they run on, and sees that each can be built, before anything is measured.
   *
   * @throws IllegalArgumentException if one cannot: one line that says why
   */
  public void check() {
    generations.forEach(Generations.OF_THIS_PROCESS::check);
  }

  /** What they run on: for people. */
  public String libraries() {
    return generations.stream()
        .map(Generation::version)
        .distinct()
        .map(version -> Generations.OF_THIS_PROCESS.libraries(version).words())
        .collect(Collectors.joining("; "));
  }

  /**
   * The pools of all clients together.
   *
   * @param each the pool of one client
   */
  PoolShape together(PoolShape each) {
    int pools = (int) generations.stream().filter(Generation::hasPool).count();
    return pools < 2
        ? each
        : new PoolShape(
            pools * each.minSessions(),
            pools * each.maxSessions(),
            each.incStep(),
            each.numChannels());
  }

  /**
   * Builds the client.
   *
   * @param shape the pool of each
   * @param address the server
   * @param told are told of its attempts
   */
  PoolUnderTest build(PoolShape shape, ServerAddress address, CallEvents... told) {
    List<PoolUnderTest> clients = new ArrayList<>();
    try {
      generations.forEach(generation -> clients.add(build(generation, shape, address, told)));
    } catch (RuntimeException | Error e) {
      new ClientFleet(clients).close();
      throw e;
    }
    return isFleet() ? new ClientFleet(clients) : clients.get(0);
  }

  private PoolUnderTest build(
      Generation generation, PoolShape shape, ServerAddress address, CallEvents... told) {
    return Generations.OF_THIS_PROCESS.client(
        generation.version(),
        generation.options(shape, address, writeFraction, new Attempts(told), Map.of()));
  }
}
