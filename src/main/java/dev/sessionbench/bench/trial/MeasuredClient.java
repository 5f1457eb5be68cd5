package dev.sessionbench.bench.trial;

import com.google.common.collect.TreeMultiset;
import dev.sessionbench.base.model.Codec;
import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.bench.client.AttemptCounter;
import dev.sessionbench.bench.client.Attempts;
import dev.sessionbench.bench.client.CallEvents;
import dev.sessionbench.bench.client.ClientFleet;
import dev.sessionbench.bench.client.ClientUnderTest;
import dev.sessionbench.bench.client.Generation;
import dev.sessionbench.bench.client.PoolUnderTest;
import dev.sessionbench.bench.client.PooledClient;
import dev.sessionbench.bench.client.ServerAddress;
import io.grpc.ClientInterceptor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The client of a run: the client of the build, a client of another version, or a fleet that shares
 * the load.
 *
 * @param clients the clients; none for the one that the suite is built with
 * @param settings a value for each of their parameters
 */
public record MeasuredClient(List<ClientUnderTest> clients, Settings settings) {
  /** The versions of a client or a fleet; empty for the client that the suite is built with. */
  static final Codec<List<ClientUnderTest>> CODEC =
      new Codec<>(
          "a client",
          List.of(),
          word ->
              Optional.of(word.equals(Generation.BUILT) ? List.<ClientUnderTest>of() : parse(word)),
          clients -> clients.isEmpty() ? Generation.BUILT : name(clients));

  private static final Settings NONE = Settings.read(Schema.of("the client"), Map.of());
  private static final int MOST = 64;
  private static final Pattern SOME = Pattern.compile("(\\d{1,3})x(.+)");

  /** The built client has no settings, so that all runs of it are equal. */
  public MeasuredClient {
    settings = clients.isEmpty() ? NONE : settings;
  }

  /**
   * Reads the versions of one client or of a fleet.
   *
   * @param word as in {@code 6.107.0}, or {@code 4x6.107.0+newest}
   * @return the version of each client
   * @throws IllegalArgumentException if there is no such client, or too many: one line
   */
  static List<ClientUnderTest> parse(String word) {
    List<ClientUnderTest> clients = new ArrayList<>();
    for (String part : word.split("\\+", -1)) {
      Matcher some = SOME.matcher(part);
      int number = some.matches() ? Integer.parseInt(some.group(1)) : 1;
      boolean outside = number < 1 || clients.size() + number > MOST;
      Invalid.when(outside, "client=%s: must be from 1 to %d clients", word, MOST);
      String version = some.matches() ? some.group(2) : part;
      boolean built = version.equals(Generation.BUILT);
      Invalid.when(built, "client=%s: built cannot be part of a fleet; name its version", word);
      clients.addAll(Collections.nCopies(number, ClientUnderTest.parse(version)));
    }
    return clients;
  }

  /** The name that {@link #parse} reads. */
  static String name(List<ClientUnderTest> clients) {
    return TreeMultiset.create(clients.stream().map(ClientUnderTest::name).toList())
        .entrySet()
        .stream()
        .map(e -> e.getCount() == 1 ? e.getElement() : e.getCount() + "x" + e.getElement())
        .collect(Collectors.joining("+"));
  }

  /** The name that {@link #parse} reads. */
  public String name() {
    return name(clients);
  }

  /** Whether it is the client that the suite is built with. */
  public boolean isBuilt() {
    return clients.isEmpty();
  }

  /**
   * Fetches the clients' libraries and checks that each client can be built, before anything is
   * measured.
   *
   * @throws IllegalArgumentException if a client cannot be built: one line that says why
   */
  public void check() {
    clients.forEach(client -> client.check(settings));
  }

  /** The libraries of the clients, for people to read; empty for the suite's own. */
  public String libraries() {
    return String.join("; ", clients.stream().map(ClientUnderTest::libraries).distinct().toList());
  }

  /**
   * The configuration of all clients' pools together.
   *
   * @param each the pool of one client
   */
  PoolShape together(PoolShape each) {
    int pools = (int) clients.stream().filter(ClientUnderTest::hasPool).count();
    int min = pools * each.minSessions();
    int max = pools * each.maxSessions();
    return pools < 2 ? each : new PoolShape(min, max, each.incStep(), each.numChannels());
  }

  /**
   * Builds the client.
   *
   * @param shape the pool of each
   * @param address the server
   * @param events receive the client's call attempts
   */
  public PoolUnderTest build(PoolShape shape, ServerAddress address, CallEvents... events) {
    if (isBuilt()) {
      return new PooledClient(
          shape, address, Stream.of(events).<ClientInterceptor>map(AttemptCounter::new).toList());
    }
    List<PoolUnderTest> built = new ArrayList<>();
    try {
      clients.forEach(c -> built.add(c.build(shape, settings, address, new Attempts(events))));
    } catch (RuntimeException | Error e) {
      new ClientFleet(built).close();
      throw e;
    }
    return built.size() > 1 ? new ClientFleet(built) : built.get(0);
  }
}
