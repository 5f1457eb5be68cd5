package dev.sessionbench.lab.simulate;

import com.google.common.math.IntMath;
import java.math.RoundingMode;
import java.util.Locale;

/** Decides how many channels a client in virtual time opens, and when. */
public enum ChannelGrowth {
  /** {@code numChannels}, and no more. */
  FIXED,
  /** One more at a call, while none is being opened. */
  ONE_MORE,
  /** As many more as there are, while none is being opened. */
  DOUBLING,
  /** All that the limit of calls asks for, at once. */
  AS_NEEDED,
  /** A reference: a channel for each caller from the start, so that no call waits for a stream. */
  ONE_PER_CALLER,
  /** A reference: the fewest channels from the start on which no call waits for a stream. */
  CLAIRVOYANT;

  /** Whether channels are added under the load. */
  final boolean adds() {
    return this == ONE_MORE || this == DOUBLING || this == AS_NEEDED;
  }

  /** Channels at the start. */
  int first(int channels, int callers, int streams) {
    return switch (this) {
      case ONE_PER_CALLER -> callers;
      case CLAIRVOYANT -> IntMath.divide(callers, streams, RoundingMode.CEILING);
      default -> channels;
    };
  }

  /**
   * Channels to open at a call.
   *
   * @param channels those that take calls
   * @param opening those that are being opened
   * @param wanted channels that the calls in progress fill up to the limit of calls
   * @return how many more; below 1 for none
   */
  int more(int channels, int opening, int wanted) {
    int lacking = wanted - channels - opening;
    return switch (this) {
      case ONE_MORE -> opening == 0 ? Math.min(1, lacking) : 0;
      case DOUBLING -> opening == 0 && lacking > 0 ? channels : 0;
      case AS_NEEDED -> lacking;
      default -> 0;
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Decides which channel takes a call. */
  public enum Choice {
    /** Each in turn. */
    ROUND_ROBIN,
    /** One that is drawn. */
    RANDOM,
    /** One with the fewest calls. */
    LEAST_BUSY,
    /** The less busy of two that are drawn. */
    TWO_CHOICES;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
