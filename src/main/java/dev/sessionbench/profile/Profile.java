package dev.sessionbench.profile;

import dev.sessionbench.mock.MockServerOptions;

/**
 * How a mock server is to behave.
 *
 * @param name the name it is shipped under, or the file that it was read from
 * @param description what it stands for, in the profile's own words; may be empty
 * @param options the settings that it asks for, all others at their defaults
 */
public record Profile(String name, String description, MockServerOptions options) {
  /**
   * The same profile with another seed.
   *
   * @param seed decides every random draw
   * @return the changed profile
   */
  public Profile withSeed(long seed) {
    return withOptions(options.withSeed(seed));
  }

  /**
   * The same profile with other settings.
   *
   * @param options the settings
   * @return the changed profile
   */
  public Profile withOptions(MockServerOptions options) {
    return new Profile(name, description, options);
  }

  /** The same profile with another description. */
  Profile withDescription(String description) {
    return new Profile(name, description, options);
  }
}
