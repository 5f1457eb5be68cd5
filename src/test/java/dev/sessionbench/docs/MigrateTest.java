package dev.sessionbench.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.bench.client.Generation;
import dev.sessionbench.bench.client.SettingEffects;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds what docs/migrate.md says of the settings, from reading code, to what was counted. */
class MigrateTest {
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| (`set[^|]+)\\|([^|]+)\\|([^|]+)\\|([^|]+)\\|$");
  private static final Pattern SETTING = Pattern.compile("`set(\\w+)`");

  /** The clients of the columns. */
  private static final List<String> CLIENTS =
      List.of("6.107.0", "multiplexed-6.107.0", Generation.NEWEST);

  private static final SettingEffects COUNTED =
      SettingEffects.read(Path.of("results/generations/settings.json"));

  private static boolean changes(String setting, String client) {
    return COUNTED.effects().stream()
        .filter(effect -> effect.client().equals(client))
        .filter(effect -> effect.setting().startsWith("set" + setting + ":"))
        .anyMatch(effect -> !effect.words().equals(SettingEffects.NOTHING));
  }

  private static List<String> counted(String names) {
    return SETTING
        .matcher(names)
        .results()
        .map(found -> found.group(1))
        .filter(
            name ->
                COUNTED.effects().stream()
                    .anyMatch(effect -> effect.setting().startsWith("set" + name + ":")))
        .toList();
  }

  @Test
  void whatIsSaidToDoNothingChangedNoCountAndWhatIsSaidToDoSomethingDid() {
    Matcher rows = ROW.matcher(Document.read(Path.of("docs/migrate.md")).text());
    int compared = 0;
    while (rows.find()) {
      List<String> settings = counted(rows.group(1));
      for (int i = 0; i < CLIENTS.size() && !settings.isEmpty(); i++) {
        String client = CLIENTS.get(i);
        assertThat(settings.stream().anyMatch(setting -> changes(setting, client)))
            .as("%s in %s: %s", settings, client, rows.group(2 + i).strip())
            .isEqualTo(!rows.group(2 + i).strip().startsWith("nothing"));
        compared++;
      }
    }
    assertThat(compared).isGreaterThanOrEqualTo(18);
  }

  @Test
  void theProbeSeesEachSettingInSomeClient() {
    assertThat(COUNTED.effects().stream().map(SettingEffects.Effect::setting).distinct())
        .allSatisfy(
            setting ->
                assertThat(COUNTED.effects())
                    .anyMatch(
                        effect ->
                            effect.setting().equals(setting)
                                && !effect.after().isEmpty()
                                && !effect.words().equals(SettingEffects.NOTHING)));
  }
}
