package dev.sessionbench.bench.client;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version of google-cloud-spanner, in the order of releases.
 *
 * @param major the first number
 * @param minor the second
 * @param patch the third
 */
public record ClientVersion(int major, int minor, int patch) implements Comparable<ClientVersion> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})\\.(\\d{1,4})");

  private static final Comparator<ClientVersion> ORDER =
      Comparator.comparingInt(ClientVersion::major)
          .thenComparingInt(ClientVersion::minor)
          .thenComparingInt(ClientVersion::patch);

  /**
   * Reads a version.
   *
   * @param text for example {@code 6.107.0}
   * @return the version; nothing for any other text
   */
  static Optional<ClientVersion> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    return matcher.matches()
        ? Optional.of(
            new ClientVersion(
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                Integer.parseInt(matcher.group(3))))
        : Optional.empty();
  }

  /** Whether this is an earlier release than another. */
  public boolean isBefore(ClientVersion other) {
    return compareTo(other) < 0;
  }

  @Override
  public int compareTo(ClientVersion other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return major + "." + minor + "." + patch;
  }
}
