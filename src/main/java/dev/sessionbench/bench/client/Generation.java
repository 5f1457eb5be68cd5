package dev.sessionbench.bench.client;

import dev.sessionbench.base.model.Codec;
import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.Settings;
import java.lang.module.ModuleDescriptor.Version;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * A version of the Spanner client with its own choice of sessions, or with a pool of regular
 * sessions. The client's source and change log say what changed with which version; the counts of a
 * run confirm it.
 *
 * @param version the version
 * @param multiplexed whether it uses the multiplexed session that this version chooses by itself;
 *     if not, it uses a pool of regular sessions
 */
public record Generation(Version version, boolean multiplexed) implements ClientUnderTest {
  /**
   * The release that {@code newest} stands for: the last one whose dependencies were all available.
   * The compatibility cases use the same.
   */
  public static final String NEWEST = "6.123.0";

  /** Stands for the client that the suite is built with. */
  public static final String BUILT = "built";

  /** The only parameter that some versions lack. */
  public static final Parameter<Double> WRITE_FRACTION =
      new Parameter<>(
          "writeFraction",
          Codec.real(0, 1).saying("from 0 to 1"),
          0.2,
          "the part of its sessions that a client before 3.0.0 prepares for writing");

  private static final String NEWEST_WORD = "newest";
  private static final String MULTIPLEXED = "multiplexed-";

  /** The prefix of the variables that say which operations use a multiplexed session. */
  private static final String CHOICES = "GOOGLE_CLOUD_SPANNER_MULTIPLEXED_SESSIONS_";

  private static final Pattern NUMBER =
      Pattern.compile("(\\d{1,4}\\.\\d{1,4}\\.\\d{1,4})(?:(?:-[A-Za-z0-9.-]+)?@[0-9a-f]{12})?");

  static final String FORMS = "built, newest, a version as in 6.107.0, or multiplexed-VERSION";

  /** The first version that has a driver. */
  private static final Version FIRST = Version.parse("1.50.0");

  private static final Version FIRST_WITH_STEP = Version.parse("1.53.0");
  private static final Version FIRST_WITHOUT_PREPARED = Version.parse("3.0.0");

  private static final Version FIRST_MULTIPLEXED_READS = Version.parse("6.96.0");

  /** The first version that serves all operations, not only reads, by a multiplexed session. */
  private static final Version FIRST_MULTIPLEXED = Version.parse("6.98.0");

  private static final Version FIRST_WITHOUT_POOL = Version.parse("6.108.0");

  /** The configuration of a client that is built only as a check. */
  private static final PoolShape ANY_SHAPE = new PoolShape(1, 1, 1, 1);

  /** The clients and channels that this process has checked. */
  private static final Set<List<Object>> CHECKED = ConcurrentHashMap.newKeySet();

  /**
   * Reads the name of a client.
   *
   * @param word {@code 1.52.0}, {@code newest}, or {@code multiplexed-6.107.0} for a version that
   *     has a pool but does not use it by default
   * @return the client
   * @throws IllegalArgumentException if the name has another form, or there is no such client
   */
  public static Generation parse(String word) {
    String text = word.equals(NEWEST_WORD) ? NEWEST : word;
    boolean named = text.startsWith(MULTIPLEXED);
    String number = named ? text.substring(MULTIPLEXED.length()) : text;
    Invalid.when(!NUMBER.matcher(number).matches(), "client=%s: must be %s", word, FORMS);
    Version version = Version.parse(number);
    Invalid.when(
        isBefore(version, FIRST), "client=%s: must be %s or later", word, FIRST.toString());
    boolean hasPool = isBefore(version, FIRST_WITHOUT_POOL);
    Invalid.when(
        named && isBefore(version, FIRST_MULTIPLEXED),
        "client=%s: not all that it does is multiplexed by default (reads are since %s, read-write transactions since %s); name it as %s",
        word,
        FIRST_MULTIPLEXED_READS.toString(),
        FIRST_MULTIPLEXED.toString(),
        version.toString());
    Invalid.when(
        named && !hasPool,
        "client=%s: has nothing but multiplexed sessions; name it as %s",
        word,
        version.toString());
    return new Generation(version, named || !hasPool);
  }

  /** Compares releases. A jar from another build belongs to the release that it names. */
  private static boolean isBefore(Version version, Version other) {
    String release = NUMBER.matcher(version.toString()).replaceFirst("$1");
    return Version.parse(release).compareTo(other) < 0;
  }

  @Override
  public String name() {
    return multiplexed && hasPool() ? MULTIPLEXED + version : version.toString();
  }

  /** Whether this version has a pool of regular sessions, even an unused one. */
  @Override
  public boolean hasPool() {
    return isBefore(version, FIRST_WITHOUT_POOL);
  }

  @Override
  public boolean hasChannels() {
    return true;
  }

  /** Whether its pool grows by a fixed step instead of by a session for each waiter. */
  public boolean takesStep() {
    return hasPool() && !isBefore(version, FIRST_WITH_STEP);
  }

  @Override
  public boolean growsByStep() {
    return takesStep() && !multiplexed;
  }

  @Override
  public boolean growsByWaiters() {
    return hasPool() && !takesStep();
  }

  /** Whether its pool prepares a part of its sessions for writes. */
  public boolean preparesSessions() {
    return isBefore(version, FIRST_WITHOUT_PREPARED);
  }

  /** Its libraries and its driver. */
  DriverLoader loader() {
    return LibraryResolver.ofThisMachine("com.google.cloud", "google-cloud-spanner", "")
        .load(version);
  }

  @Override
  public String libraries() {
    return loader().libraries().versions();
  }

  @Override
  public String poolClassPath() {
    Invalid.when(multiplexed, "client=%s: must be one with a pool to be changed", name());
    return loader().libraries().classPath();
  }

  @Override
  public Schema schema() {
    Schema none = Schema.of("the client");
    return preparesSessions() ? none.and(Schema.of("the client", WRITE_FRACTION)) : none;
  }

  @Override
  public void check(Settings settings) {
    DriverOptions options = options(ANY_SHAPE, settings, new Attempts());
    List<Object> check = List.of(this, options.channels());
    if (!CHECKED.contains(check)) {
      try {
        // It sends nothing to this server.
        loader().client(version, options, new ServerAddress.Tcp("localhost", 1)).close();
      } catch (IllegalStateException e) {
        throw new IllegalArgumentException(e.getMessage(), e);
      }
      CHECKED.add(check);
    }
  }

  @Override
  public Generation asItComes() {
    return new Generation(version, multiplexed || !isBefore(version, FIRST_MULTIPLEXED));
  }

  @Override
  public PoolUnderTest build(
      PoolShape shape, Settings settings, ServerAddress server, Attempts attempts) {
    return loader().client(version, options(shape, settings, attempts), server);
  }

  /**
   * The options of its driver.
   *
   * @param shape the size of its pool
   * @param settings a value for each parameter of its schema
   * @param attempts receives each call attempt
   * @throws IllegalStateException if the environment decides which transactions use a multiplexed
   *     session
   */
  DriverOptions options(PoolShape shape, Settings settings, Attempts attempts) {
    if (multiplexed) {
      requireOwnChoice(System.getenv());
    }
    Map<String, String> pool = DriverOptions.sizes(shape);
    if (preparesSessions()) {
      boolean given = settings.has(WRITE_FRACTION);
      String part = given ? settings.text(WRITE_FRACTION) : WRITE_FRACTION.standardText();
      pool.put("WriteSessionsFraction", part);
    }
    if (takesStep()) {
      pool.put("IncStep", Integer.toString(shape.incStep()));
    }
    return new DriverOptions(
        ClientChannels.of(shape, settings), pool, hasPool(), multiplexed, attempts);
  }

  /**
   * Refuses variables that decide what a multiplexed session serves; the version must decide that.
   */
  static void requireOwnChoice(Map<String, String> environment) {
    for (String name : environment.keySet()) {
      if (name.startsWith(CHOICES)) {
        String choice = name + "=" + environment.get(name);
        throw new IllegalStateException(
            choice + " decides what multiplexed sessions serve: unset it");
      }
    }
  }
}
