package dev.sessionbench.profile;

import dev.sessionbench.mock.MockServerOptions;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * How a mock server is to behave.
 *
 * @param name the name it is shipped under, or the file that it was read from
 * @param description what it stands for, in the profile's own words; may be empty
 * @param options the settings that it asks for, all others at their defaults
 */
@RecordBuilder
public record Profile(String name, String description, MockServerOptions options)
    implements ProfileBuilder.With {
  /**
   * The same profile with another seed.
   *
   * @param seed decides every random draw
   * @return the changed profile
   */
  public Profile withSeed(long seed) {
    return withOptions(options.withSeed(seed));
  }
}
