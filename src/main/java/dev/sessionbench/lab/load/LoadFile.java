package dev.sessionbench.lab.load;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.ContentHash;
import dev.sessionbench.base.model.CostModel;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.SimulatedTime;
import dev.sessionbench.base.model.TextFile;
import dev.sessionbench.base.text.YamlMapping;
import dev.sessionbench.base.text.YamlMapping.KeyedReaders;
import dev.sessionbench.base.text.YamlText;
import dev.sessionbench.base.text.YamlValue;
import dev.sessionbench.bench.load.Loops;
import dev.sessionbench.lab.load.Callers.Hold;
import dev.sessionbench.lab.pool.PoolOptions;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.mock.profile.Profile;
import dev.sessionbench.mock.profile.Profiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads described loads from files in YAML; docs/workloads.md tells their keys. */
public final class LoadFile {
  private static final double LONGEST_MILLIS = 30 * 86.4e6;
  private static final int MOST_CALLERS = 1_000_000;
  private static final int MOST_CLIENTS = 10_000;
  private static final double STANDARD_CREATION_MILLIS = 24.5;
  private static final long STANDARD_TIMEOUT_NANOS = 60_000_000_000L;

  private static final String PROFILE = "profile";
  private static final String HOLD = "holdMillis";
  private static final String MEAN_HOLD = "meanHoldMillis";
  private static final String KEEPS = "keeps";

  private static final String[] KEYS = {"description", "pool", "creation", "clients", "callers"};
  private static final String[] CREATION_KEYS = {
    PROFILE, "millis", "randomMillis", "perSessionMillis", "perOther"
  };

  /** Each group of callers, by the key that tells its kind. */
  private static final List<String> KINDS = List.of("perSecond", "atOnce", "threads");

  private static final KeyedReaders<Hold> HOLDS =
      new KeyedReaders<Hold>()
          .put(HOLD, v -> Hold.fixed(nanos(v)))
          .put(MEAN_HOLD, v -> new Hold(nanos(v), Loops.Hold.EXPONENTIAL, false))
          .put(KEEPS, v -> kept(v));

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
        .mapping(KEYS)
        .get("creation", LoadFile::creationProfile, Optional.empty());
  }

  private static Optional<Profile> creationProfile(YamlValue creation) {
    return creation
        .mapping(CREATION_KEYS)
        .get(
            PROFILE,
            name -> Optional.of(name.checked(() -> Profiles.load(name.text()))),
            Optional.empty());
  }

  /**
   * Reads a text.
   *
   * @param name what messages call it
   * @param yaml the text
   * @throws BadInput one line with the place and what would be right
   */
  public static DescribedLoad parse(String name, String yaml) {
    YamlMapping keys = YamlText.parse(name, yaml).mapping(KEYS);
    PoolOptions standard = PoolOptions.waiting(new Limits(0, 400, 4), STANDARD_TIMEOUT_NANOS);
    return keys.checked(
        () ->
            new DescribedLoad(
                    keys.require("description").text(),
                    keys.get("pool", LoadFile::pool, standard),
                    keys.get(
                        "pool", v -> v.mapping().get("fillsFirst", YamlValue::bool, true), true),
                    keys.get("clients", v -> (int) v.integer(1, MOST_CLIENTS), 1),
                    keys.get(
                        "creation",
                        LoadFile::creation,
                        DescribedLoad.creation(
                            Math.round(STANDARD_CREATION_MILLIS * Nanos.PER_MILLI),
                            0,
                            new CostModel(0, 0))),
                    keys.require("callers").list(LoadFile::callers))
                .refusingTheHopeless());
  }

  private static PoolOptions pool(YamlValue value) {
    YamlMapping keys =
        value.mapping(
            "minSessions",
            "maxSessions",
            "numChannels",
            "acquireTimeoutMillis",
            "failsWhenFull",
            "fillsFirst");
    Limits limits =
        value.checked(
            () ->
                new Limits(
                    keys.get("minSessions", YamlValue::integer, 0),
                    keys.get("maxSessions", YamlValue::integer, 400),
                    keys.get("numChannels", YamlValue::integer, 4)));
    PoolOptions waiting =
        PoolOptions.waiting(
            limits,
            keys.get(
                "acquireTimeoutMillis",
                v -> Math.round(v.number(1e-6, LONGEST_MILLIS, " ms") * Nanos.PER_MILLI),
                STANDARD_TIMEOUT_NANOS));
    return new PoolOptions(
        limits,
        waiting.order(),
        waiting.acquireTimeoutNanos(),
        keys.get("failsWhenFull", YamlValue::bool, false),
        waiting.seed());
  }

  private static SimulatedTime creation(YamlValue value) {
    YamlMapping keys = value.mapping(CREATION_KEYS);
    if (keys.keys().contains(PROFILE)) {
      if (keys.keys().size() > 1) {
        throw keys.complaint(PROFILE, "a profile says all of it, and must stand alone");
      }
      YamlValue name = keys.require(PROFILE);
      return name.checked(() -> DescribedLoad.creation(Profiles.load(name.text()).inVirtualTime()));
    }
    return DescribedLoad.creation(
        Math.round(keys.get("millis", LoadFile::nanos, 0.0)),
        Math.round(keys.get("randomMillis", LoadFile::nanos, 0.0)),
        new CostModel(
            Math.round(keys.get("perSessionMillis", LoadFile::nanos, 0.0)),
            keys.get("perOther", v -> v.number(0, CostModel.MOST_PER_OTHER, ""), 0.0)));
  }

  private static Callers callers(YamlValue value) {
    YamlMapping keys = value.mapping();
    List<String> kinds = KINDS.stream().filter(keys.keys()::contains).toList();
    if (kinds.size() != 1) {
      throw value.complaint("must have exactly one of: " + String.join(", ", KINDS));
    }
    return switch (kinds.get(0)) {
      case "perSecond" -> rate(value);
      case "atOnce" -> atOnce(value);
      default -> threads(value);
    };
  }

  private static Callers rate(YamlValue value) {
    YamlMapping keys =
        value.mapping("perSecond", "fromMillis", "lastsMillis", HOLD, MEAN_HOLD, KEEPS);
    double perSecond = keys.require("perSecond").number(1e-6, 1e6, " a second");
    long lasts = Math.max(1, Math.round(nanos(keys.require("lastsMillis"))));
    // Told here, before so many moments are drawn.
    if (perSecond * lasts / 1e9 > DescribedLoad.MOST_OPERATIONS) {
      throw keys.complaint(
          "perSecond",
          "%.0f operations in all: must be at most %.0f"
              .formatted(perSecond * lasts / 1e9, DescribedLoad.MOST_OPERATIONS));
    }
    return new Callers.Rate(
        perSecond,
        Math.round(keys.get("fromMillis", LoadFile::nanos, 0.0)),
        lasts,
        HOLDS.one(keys));
  }

  private static Callers atOnce(YamlValue value) {
    YamlMapping keys = value.mapping("atOnce", "atMillis", HOLD, MEAN_HOLD, KEEPS);
    return new Callers.AtOnce(
        (int) keys.require("atOnce").integer(1, MOST_CALLERS),
        Math.round(keys.get("atMillis", LoadFile::nanos, 0.0)),
        HOLDS.one(keys));
  }

  private static Callers threads(YamlValue value) {
    YamlMapping keys = value.mapping("threads", "turns", "thinkMillis", HOLD, MEAN_HOLD);
    return new Callers.Threads(
        (int) keys.require("threads").integer(1, MOST_CALLERS),
        (int) keys.require("turns").integer(1, MOST_CALLERS),
        Math.round(keys.get("thinkMillis", LoadFile::nanos, 0.0)),
        HOLDS.one(keys));
  }

  private static Hold kept(YamlValue value) {
    if (!value.bool()) {
      throw value.mustBe("true, or not there beside " + HOLD);
    }
    return new Hold(0, Loops.Hold.FIXED, true);
  }

  private static double nanos(YamlValue value) {
    return value.number(0, LONGEST_MILLIS, " ms") * Nanos.PER_MILLI;
  }
}
