package dev.sessionbench.mock.profile;

import static java.util.stream.Collectors.toMap;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.CostModel;
import dev.sessionbench.base.model.Key;
import dev.sessionbench.base.model.Latency;
import dev.sessionbench.base.model.Latency.ServerTime;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.MeasuredTime;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.TextFile;
import dev.sessionbench.base.text.Form;
import dev.sessionbench.base.text.Resource;
import dev.sessionbench.base.text.Section;
import dev.sessionbench.base.text.Section.Field;
import dev.sessionbench.base.text.YamlMapping;
import dev.sessionbench.base.text.YamlText;
import dev.sessionbench.base.text.YamlValue;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.fault.FaultPlan;
import dev.sessionbench.mock.fault.FaultRule;
import dev.sessionbench.mock.query.StatementRegistry;
import dev.sessionbench.mock.rpc.ConnectionOptions;
import dev.sessionbench.mock.split.SplitOptions;
import java.io.File;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Finds profiles by name or file and loads them. */
public final class Profiles {
  /** The profile of the original benchmark: its simulated times and its statements. */
  public static final String ORIGINAL = "original";

  /** The names of the profiles shipped with the program. */
  public static final List<String> SHIPPED =
      List.of(
          ORIGINAL,
          "same-region",
          "cross-region",
          "contended",
          "cold",
          "saturated",
          "new-database",
          "leaderboard");

  /**
   * Shipped profiles that have been read. Cached, because every cell of a grid asks for its profile
   * several times.
   */
  private static final Map<String, Profile> LOADED = new ConcurrentHashMap<>();

  /** The key of the time for all methods without their own. */
  private static final String OTHERS = "others";

  private static final List<String> METHODS =
      Stream.concat(Arrays.stream(Rpc.values()).map(Rpc::methodName), Stream.of(OTHERS)).toList();

  private Profiles() {}

  /**
   * Loads a profile.
   *
   * @param nameOrFile a name out of {@link #SHIPPED}, or a file; {@code ./original} is a file
   * @return the profile
   * @throws BadInput with the place in one line, if there is no such profile or it is wrong
   */
  public static Profile load(String nameOrFile) {
    return SHIPPED.contains(nameOrFile)
        ? LOADED.computeIfAbsent(
            nameOrFile, name -> parse(name, Resource.text(Profiles.class, name + ".yaml")))
        : parse(nameOrFile, fileText(nameOrFile));
  }

  /**
   * Reads a profile.
   *
   * @param name the profile's name in messages
   * @param yaml its text
   * @return the profile
   * @throws BadInput whose message is one line with the place, if something is wrong
   */
  public static Profile parse(String name, String yaml) {
    Keys keys = Form.read(Keys.class, YamlText.parse(name, yaml));
    return new Profile(name, yaml, keys.description.orElse(""), keys.options());
  }

  /**
   * Reads several plans of faults, each in the format of a profile's section {@code faults}.
   *
   * @param name the text's name in messages
   * @param yaml a plan for each key
   * @return the plans by key
   * @throws dev.sessionbench.base.model.BadInput with the place, if a plan is wrong
   */
  public static Map<String, FaultPlan> faultPlans(String name, String yaml) {
    YamlMapping plans = YamlText.parse(name, yaml).mapping();
    return plans.keys().stream()
        .collect(toMap(key -> key, key -> Form.read(FaultPlan.class, plans.require(key))));
  }

  /** The keys of a profile and of its sections, for people. */
  public static Map<String, List<Field>> keys() {
    Map<String, List<Field>> keys = new LinkedHashMap<>();
    keys.put("Profile", Section.of(Keys.class).fields());
    keys.put("`latencies`", Section.fields(Latency.class));
    keys.put("`costModel`", Section.of(CostModel.class).fields());
    keys.put("`splits`", Section.of(SplitOptions.class).fields());
    keys.put("`connections`", Section.of(ConnectionOptions.class).fields());
    keys.put("`faults`", Section.of(FaultRule.class).fields());
    return keys;
  }

  private static String fileText(String name) {
    File file = new File(name);
    BadInput.when(
        !file.exists(),
        "%s: there is no such file, and the profiles shipped are %s",
        name,
        String.join(", ", SHIPPED));
    BadInput.when(file.isDirectory(), "%s: is a folder, not a profile", name);
    int most = YamlText.MAX_CHARACTERS;
    BadInput.when(file.length() > most, "%s: is larger than the %d bytes allowed", name, most);
    return TextFile.read(name);
  }

  /** The simulated times by method. */
  private static LatencyProfile times(YamlValue value) {
    YamlMapping times = value.mapping().only(METHODS);
    LatencyProfile profile = LatencyProfile.none();
    for (Rpc rpc : Rpc.values()) {
      String key = times.keys().contains(rpc.methodName()) ? rpc.methodName() : OTHERS;
      profile =
          profile.with(rpc, times.get(key).map(time -> time(rpc, time)).orElse(ServerTime.NONE));
    }
    return profile;
  }

  private static Latency time(Rpc rpc, YamlValue time) {
    Latency latency = Form.read(Latency.class, time);
    if (latency instanceof MeasuredTime && rpc != Rpc.BATCH_CREATE_SESSIONS) {
      throw time.complaint("'measured' is for BatchCreateSessions only");
    }
    return latency;
  }

  /** The content of a profile, by key. */
  record Keys(
      @Key(is = "shown when the server starts") Optional<String> description,
      @Key(is = "times by method; a method not named answers at once")
          Optional<YamlValue> latencies,
      @Key(is = "what sessions cost; default flat") Optional<CostModel> costModel,
      @Key(is = "statements that it answers, added to those of the original")
          Optional<YamlValue> statements,
      @Key(is = "the tables that reads by key find") Optional<YamlValue> tables,
      @Key(range = "[1, 100]", or = "100", is = "most sessions of one BatchCreateSessions")
          int batchLimit,
      @Key(range = "[0.001, 2419200] s", or = "3600", is = "how long an unused session lives")
          Duration sessionIdleTimeout,
      @Key(or = "0", is = "decides every draw") long seed,
      @Key(is = "how much the server can do, and how that grows; default without limit")
          Optional<SplitOptions> splits,
      @Key(is = "what a connection can carry and costs; default without limit")
          Optional<ConnectionOptions> connections,
      @Key(or = "[]", is = "the faults of the server; default none") FaultPlan faults) {
    private MockServerOptions options() {
      MockServerOptions options =
          MockServerOptions.defaults()
              .withBatchLimit(batchLimit)
              .withSessionIdleTimeout(sessionIdleTimeout)
              .withSeed(seed)
              .withSplits(splits)
              .withConnections(connections)
              .withFaults(faults);
      return options.with(
          builder -> {
            latencies.ifPresent(value -> builder.latencies(times(value)));
            costModel.ifPresent(builder::costModel);
            StatementRegistry.Builder registry = options.statements().toBuilder();
            statements.ifPresent(value -> StatementsSection.addStatements(registry, value));
            tables.ifPresent(value -> StatementsSection.addTables(registry, value));
            builder.statements(registry.build());
          });
    }
  }
}
