package dev.sessionbench.mock.profile;

import dev.sessionbench.base.model.Latency;
import dev.sessionbench.base.text.YamlValue;
import java.math.RoundingMode;
import java.time.Duration;

/** Reads times, to the nanosecond. */
final class TimeReader {
  private static final double MOST_MILLIS = Latency.MAX_NANOS / 1e6;
  private static final double MOST_SECONDS = Duration.ofDays(365).toSeconds();
  private static final int NANO_DIGITS_OF_MILLI = 6;
  private static final int NANO_DIGITS_OF_SECOND = 9;

  private TimeReader() {}

  /** A time in milliseconds, from 0 to an hour. */
  static Duration millis(YamlValue value) {
    return duration(value, MOST_MILLIS, " ms", NANO_DIGITS_OF_MILLI);
  }

  /** A time in seconds, from 0 to a year. */
  static Duration seconds(YamlValue value) {
    return duration(value, MOST_SECONDS, " seconds", NANO_DIGITS_OF_SECOND);
  }

  private static Duration duration(YamlValue value, double most, String unit, int nanoDigits) {
    double unused = value.number(0, most, unit);
    return Duration.ofNanos(
        value
            .number()
            .movePointRight(nanoDigits)
            .setScale(0, RoundingMode.HALF_UP)
            .longValueExact());
  }
}
