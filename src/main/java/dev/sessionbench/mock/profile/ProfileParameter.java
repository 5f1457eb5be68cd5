package dev.sessionbench.mock.profile;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.FileParameters;
import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.Settings;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The benchmark parameter {@code profile}: the settings of the benchmark's own server. All
 * benchmarks use it to read a profile and to add it to the key of their results.
 *
 * @param defaultName the profile if users name none
 */
public record ProfileParameter(String defaultName) {
  /**
   * Reads the profile that the parameters name.
   *
   * @param values the value of every parameter by name
   * @return the profile
   * @throws IllegalArgumentException with one line, if there is no such profile, it is wrong, or it
   *     has faults: benchmarks define their own faults
   */
  public Profile read(Map<String, String> values) {
    try {
      Profile profile = Profiles.load(values.getOrDefault(FileParameters.PROFILE, defaultName));
      profile.requireSound(profile.name(), "this benchmark");
      return profile;
    } catch (BadInput e) {
      throw new IllegalArgumentException(FileParameters.PROFILE + "=" + e.getMessage(), e);
    }
  }

  /**
   * The parameters that results record for a cell, with the profile and its content hash. Both are
   * left out if the profile is the default and {@code original}.
   *
   * @param values the value of every parameter by name; a hash that is among them stays
   * @throws IllegalArgumentException if there is no such profile
   */
  public Map<String, String> recorded(Map<String, String> values) {
    Map<String, String> recorded = new TreeMap<>(values);
    String name = values.getOrDefault(FileParameters.PROFILE, defaultName);
    if (name.equals(defaultName) && name.equals(Profiles.ORIGINAL)) {
      recorded.keySet().removeAll(Set.of(FileParameters.PROFILE, FileParameters.PROFILE_CONTENT));
    } else {
      recorded.put(FileParameters.PROFILE, name);
      recorded.computeIfAbsent(FileParameters.PROFILE_CONTENT, hash -> read(values).contentHash());
    }
    return recorded;
  }

  /**
   * The parameters that results record for a cell: those of a schema that apply, and the profile's
   * content hash as above.
   *
   * @param schema has the profile among its parameters
   * @param settings a value for each of them
   * @param values the value of every parameter by name
   * @throws IllegalArgumentException if there is no such profile
   */
  public Map<String, String> recorded(
      Schema schema, Settings settings, Map<String, String> values) {
    Map<String, String> recorded = recorded(values);
    recorded.keySet().removeAll(schema.names());
    recorded.putAll(settings.recorded());
    return recorded;
  }

  /**
   * The files to keep with a run, so that its times can be explained after its profile has changed
   * or is lost.
   *
   * @param recorded the parameters that identify the run
   * @return texts by file name; empty for the profile {@code original} as default
   */
  public Map<String, String> files(Map<String, String> recorded) {
    return recorded.containsKey(FileParameters.PROFILE_CONTENT) ? read(recorded).kept() : Map.of();
  }

  /**
   * Throws if a profile's content has changed since a run was planned.
   *
   * @param recorded the parameters that identify the run
   * @throws IllegalArgumentException naming the profile and both hashes
   */
  public void requireUnchanged(Map<String, String> recorded) {
    String planned = recorded.get(FileParameters.PROFILE_CONTENT);
    if (planned != null) {
      Profile now = read(recorded);
      String changed = "%s=%s: has changed since this was planned: its content was %s, is %s";
      String hash = now.contentHash();
      Invalid.when(
          !planned.equals(hash), changed, FileParameters.PROFILE, now.name(), planned, hash);
    }
  }
}
