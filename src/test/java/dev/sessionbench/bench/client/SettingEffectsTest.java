package dev.sessionbench.bench.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.bench.client.SettingEffects.Effect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Counts what settings of the pool change in clients of several versions, which it fetches if
 * necessary. After a change of the probe, this command writes the data again within minutes:
 *
 * <pre>mvn test -Pslow -Dtest=SettingEffectsTest -Dgolden.write=true</pre>
 */
class SettingEffectsTest {
  private static final Path DATA = Path.of("results/generations/settings.json");
  private static final int RUNS = 2;

  private static final List<String> CLIENTS =
      List.of("1.52.0", "1.53.0", "6.107.0", "multiplexed-6.107.0", Generation.NEWEST);

  /** Makes the pool check idle sessions often; by default it does so every ten seconds. */
  private static final List<String> OFTEN = List.of("LoopFrequency=50");

  private static final List<Setting> SETTINGS =
      List.of(
          new Setting("MinSessions", "4", "6", List.of()),
          new Setting("MaxSessions", "8", "6", List.of()),
          new Setting("IncStep", "2", "4", List.of()),
          new Setting("WriteSessionsFraction", "0.0", "1.0", List.of()),
          new Setting("KeepAliveIntervalMinutes", "30", "0", OFTEN),
          new Setting("RemoveInactiveSessionAfter", "3600000", "100", OFTEN),
          new Setting("FailIfPoolExhausted", Setting.UNSET, "", List.of()),
          new Setting("BlockIfPoolExhausted", Setting.UNSET, "", List.of("FailIfPoolExhausted=")),
          new Setting("AcquireSessionTimeout", "60000", "100", List.of()),
          new Setting("WaitForMinSessions", "0", "5000", List.of()),
          new Setting("AutoDetectDialect", "false", "true", List.of()));

  /** A setting, two of its values, and the settings made before it in both cases. */
  private record Setting(String name, String first, String second, List<String> besides) {
    /** Stands for a setting that is not made. */
    static final String UNSET = "not set";

    Map<String, String> with(String value) {
      Map<String, String> settings = new LinkedHashMap<>();
      besides.forEach(word -> settings.put(word.split("=", 2)[0], word.split("=", 2)[1]));
      if (!value.equals(UNSET)) {
        settings.put(name, value);
      }
      return settings;
    }

    String text() {
      return "set%s: %s, %s".formatted(name, first, second.isEmpty() ? "set" : second);
    }
  }

  private static List<Map<String, Long>> runs(String client, Map<String, String> settings)
      throws Exception {
    List<Map<String, Long>> runs = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      runs.add(SettingProbe.counts(client, settings));
    }
    return runs;
  }

  /** Empty if a client has the setting but lacks another one that the count needs. */
  private static Optional<Effect> effect(String client, Setting setting) throws Exception {
    if (!has(client, Map.of(setting.name, setting.second))) {
      return Optional.of(new Effect(client, setting.text(), List.of(), List.of()));
    }
    if (!has(client, setting.with(setting.second))) {
      return Optional.empty();
    }
    return Optional.of(
        new Effect(
            client,
            setting.text(),
            runs(client, setting.with(setting.first)),
            runs(client, setting.with(setting.second))));
  }

  private static boolean has(String client, Map<String, String> settings) {
    try {
      SettingProbe.client(client, new ServerAddress.Tcp("localhost", 1), settings).close();
      return true;
    } catch (IllegalStateException e) {
      if (!e.toString().contains(" has no set")) {
        throw e;
      }
      return false;
    }
  }

  @Test
  @Tag("slow")
  void eachSettingHasTheRecordedEffect() throws Exception {
    String started = SystemTime.CLOCK.calendar().instant().toString();
    List<Effect> effects = new ArrayList<>();
    for (Setting setting : SETTINGS) {
      for (String client : CLIENTS) {
        effect(client, setting).ifPresent(effects::add);
      }
    }
    if (Boolean.getBoolean("golden.write")) {
      Json.write(DATA, new SettingEffects(Environment.read(0, started), effects));
    }
    SettingEffects data = SettingEffects.read(DATA);
    for (Effect effect : effects) {
      assertThat(effect.text().equals(SettingEffects.NOTHING))
          .as("%s in %s", effect.setting(), effect.client())
          .isEqualTo(data.text(effect.setting(), effect.client()).equals(SettingEffects.NOTHING));
    }
  }

  @Test
  void onlyCountsWithSeparateRangesHaveChanged() {
    Effect effect =
        new Effect(
            "c",
            "s",
            List.of(Map.of("a", 1L, "b", 4L), Map.of("a", 2L, "b", 4L)),
            List.of(Map.of("a", 2L, "b", 5L), Map.of("a", 3L, "b", 7L)));
    assertThat(effect.text()).isEqualTo("b 4 to 5-7");
    assertThat(new Effect("c", "s", effect.before(), effect.before()).text())
        .isEqualTo(SettingEffects.NOTHING);
    assertThat(new Effect("c", "s", List.of(), List.of()).text()).isEqualTo("has no such setting");
  }
}
