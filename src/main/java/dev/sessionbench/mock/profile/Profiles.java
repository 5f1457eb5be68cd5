package dev.sessionbench.mock.profile;

import static java.util.stream.Collectors.toMap;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.CostModel;
import dev.sessionbench.base.model.Key;
import dev.sessionbench.base.model.Latency;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

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
    Content content = Form.read(Content.class, YamlText.parse(name, yaml));
    StatementRegistry statements =
        StatementsSection.add(content.options.statements(), content.statements, content.tables);
    return new Profile(
        name, yaml, content.description.orElse(""), content.options.withStatements(statements));
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
    keys.put("Profile", Section.of(Content.class).fields());
    keys.put("`latencies`", Section.fields(Latency.class));
    keys.put("`costModel`", Section.of(CostModel.class).fields());
    keys.put("`splits`", Section.of(SplitOptions.class).fields());
    keys.put("`connections`", Section.of(ConnectionOptions.class).fields());
    keys.put("`faults`", Section.of(FaultRule.class).fields());
    return keys;
  }

  private static String fileText(String name) {
    File file = new File(name);
    String none = "%s: there is no such file, and the profiles shipped are %s";
    BadInput.when(!file.exists(), none, name, String.join(", ", SHIPPED));
    BadInput.when(file.isDirectory(), "%s: is a folder, not a profile", name);
    int most = YamlText.MAX_CHARACTERS;
    BadInput.when(file.length() > most, "%s: is larger than the %d bytes allowed", name, most);
    return TextFile.read(name);
  }

  /** The content of a profile, by key. */
  record Content(
      @Key(is = "shown when the server starts") Optional<String> description,
      MockServerOptions options,
      @Key(or = "[]", is = "statements, added to those of the original") List<YamlValue> statements,
      @Key(or = "[]", is = "tables for reads by key") List<YamlValue> tables) {}
}
