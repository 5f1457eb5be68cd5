package dev.sessionbench.lab.load;

import static java.util.stream.Collectors.joining;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.ContentHash;
import dev.sessionbench.base.model.CostModel;
import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.Key;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.ServerTime;
import dev.sessionbench.base.model.SimulatedTime;
import dev.sessionbench.base.model.TextFile;
import dev.sessionbench.base.text.Form;
import dev.sessionbench.base.text.Section;
import dev.sessionbench.base.text.YamlText;
import dev.sessionbench.base.text.YamlValue;
import dev.sessionbench.lab.pool.PoolOptions;
import dev.sessionbench.lab.pool.PoolOptions.IdleOrder;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.mock.profile.Profile;
import dev.sessionbench.mock.profile.Profiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads and writes described loads in files of YAML; docs/workloads.md tells their keys. */
public final class LoadFile {
  private LoadFile() {}

  /**
   * Reads a file.
   *
   * @param file its name
   * @throws BadInput one line with the place and what would be right
   */
  public static DescribedLoad read(String file) {
    return parse(file, TextFile.read(file));
  }

  /**
   * Reads a file again.
   *
   * @param file its name
   * @param planned the hash of the content that it must have, as {@link #contentHash} gives it
   * @throws BadInput if its content is another, or wrong
   */
  public static DescribedLoad readUnchanged(String file, String planned) {
    String text = TextFile.read(file);
    String now = hash(file, text);
    if (!planned.equals(now)) {
      throw new BadInput(
          "%s: has changed since this was planned: its content was %s, is %s"
              .formatted(file, planned, now));
    }
    return parse(file, text);
  }

  /**
   * What is to be kept of a file beside a run that plays it.
   *
   * @param file its name
   * @return its text, and that of a profile that it names, by names that tell their content
   * @throws BadInput if it cannot be read
   */
  public static Map<String, String> kept(String file) {
    String text = TextFile.read(file);
    Map<String, String> kept = new TreeMap<>();
    kept.put(named(hash(file, text)), text);
    profile(file, text).ifPresent(profile -> kept.putAll(profile.kept()));
    return kept;
  }

  /** A name for a file of this text, which tells its content. */
  public static String name(String text) {
    return named(ContentHash.of(text));
  }

  private static String named(String hash) {
    return "load-" + hash + ".yaml";
  }

  /**
   * Whether the name of a file tells its content, as that of one does which a run keeps.
   *
   * @param file its name
   * @throws BadInput if it cannot be read
   */
  public static boolean isNamedByContent(String file) {
    return Path.of(file).endsWith(named(contentHash(file)));
  }

  /**
   * Tells what is in a file from whatever else may be in it at another time.
   *
   * @param file its name
   * @return a hash of its text, and of that of a profile that it names
   * @throws BadInput if it cannot be read
   */
  public static String contentHash(String file) {
    return hash(file, TextFile.read(file));
  }

  private static String hash(String file, String text) {
    return profile(file, text)
        .map(profile -> ContentHash.of(text + "\n" + profile.contentHash()))
        .orElseGet(() -> ContentHash.of(text));
  }

  /** The profile that a text names for the service, if it does. */
  private static Optional<Profile> profile(String file, String text) {
    return YamlText.parse(file, text)
        .mapping()
        .get("creation")
        .flatMap(value -> Form.read(CreationKeys.class, value).profile)
        .map(Profiles::load);
  }

  /**
   * Reads a text.
   *
   * @param name what messages call it
   * @param yaml the text
   * @throws BadInput one line with the place and what would be right
   */
  public static DescribedLoad parse(String name, String yaml) {
    YamlValue whole = YamlText.parse(name, yaml);
    return whole.checked(() -> Form.read(LoadKeys.class, whole).load());
  }

  /**
   * The text of a load.
   *
   * @param load the load
   * @param profile the profile that says what a request for sessions takes; empty where the load
   *     says it in numbers
   * @return YAML
   * @throws IllegalArgumentException if it is to be said in numbers and these have no key
   */
  public static String text(DescribedLoad load, String profile) {
    PoolOptions pool = load.pool();
    LoadKeys keys =
        new LoadKeys(
            load.description(),
            new PoolKeys(
                pool.limits().minSessions(),
                pool.limits().maxSessions(),
                pool.limits().numChannels(),
                pool.acquireTimeoutNanos(),
                pool.failsWhenFull(),
                load.fillsFirst()),
            CreationKeys.of(load.creation(), profile),
            load.clients(),
            load.callers());
    return Section.of(LoadKeys.class).lines(keys).map(line -> line + "\n").collect(joining());
  }

  /** A file as it stands there. */
  private record LoadKeys(
      @Key(is = "what it is, for people") String description,
      @Key(or = "{}", is = "the pool of each client") PoolKeys pool,
      @Key(or = "{millis: 24.5}", is = "what a request for sessions takes") CreationKeys creation,
      @Key(range = "[1, 10000]", or = "1", is = "clients, each with a pool") int clients,
      @Key(is = "who comes") List<Callers> callers) {
    private DescribedLoad load() {
      Limits limits = new Limits(pool.minSessions, pool.maxSessions, pool.numChannels);
      return new DescribedLoad(
              description,
              new PoolOptions(
                  limits, IdleOrder.LIFO, pool.acquireTimeoutMillis, pool.failsWhenFull, 1),
              pool.fillsFirst,
              clients,
              creation.time(),
              callers)
          .refusingTheHopeless();
    }
  }

  private record PoolKeys(
      @Key(range = "[0, )", or = "0", is = "sessions at the start") int minSessions,
      @Key(range = "[1, )", or = "400", is = "the most sessions") int maxSessions,
      @Key(range = "[1, 256]", or = "4", is = "gRPC channels") int numChannels,
      @Key(range = "(0, 2592000000] ms", or = "60000", is = "how long a caller waits")
          long acquireTimeoutMillis,
      @Key(or = "false", is = "whether nobody waits at a full pool") boolean failsWhenFull,
      @Key(or = "true", is = "whether it is filled before anybody comes") boolean fillsFirst) {
    private PoolKeys {
      var unused = new Limits(minSessions, maxSessions, numChannels);
    }
  }

  private record CreationKeys(
      @Key(is = "the profile whose times these are") Optional<String> profile,
      @Key(range = Callers.TIME, is = "the time of a request") Optional<Long> millis,
      @Key(range = Callers.TIME, is = "the most that is drawn on top") Optional<Long> randomMillis,
      @Key(range = Callers.TIME, is = "what each session adds") Optional<Long> perSessionMillis,
      @Key(range = "[0, 100]", is = "the share that others add") Optional<Double> perOther) {
    private CreationKeys {
      boolean alone =
          millis.isEmpty()
              && randomMillis.isEmpty()
              && perSessionMillis.isEmpty()
              && perOther.isEmpty();
      Invalid.when(
          profile.isPresent() && !alone, "profile: a profile says all of it, and must stand alone");
    }

    private static CreationKeys of(SimulatedTime creation, String profile) {
      CostModel cost = creation.costModel();
      Optional<ServerTime> time =
          Optional.of(creation.latencies().time(Rpc.BATCH_CREATE_SESSIONS))
              .filter(ServerTime.class::isInstance)
              .map(ServerTime.class::cast)
              .filter(said -> profile.isEmpty());
      Invalid.when(
          profile.isEmpty()
              && (cost.outsideNanos() != 0 || time.filter(t -> t.stepNanos() == 1).isEmpty()),
          "what a request takes is no fixed time; name its profile");
      return new CreationKeys(
          Optional.of(profile).filter(name -> !name.isEmpty()),
          time.map(ServerTime::fixedNanos),
          time.map(ServerTime::randomNanos),
          time.map(said -> cost.perSessionNanos()),
          time.map(said -> cost.perOther()));
    }

    private SimulatedTime time() {
      return profile
          .map(name -> DescribedLoad.creation(Profiles.load(name).inVirtualTime()))
          .orElseGet(
              () ->
                  DescribedLoad.creation(
                      millis.orElse(0L),
                      randomMillis.orElse(0L),
                      new CostModel(perSessionMillis.orElse(0L), perOther.orElse(0.0))));
    }
  }
}
