package dev.sessionbench.lab.simulate;

import com.google.common.math.IntMath;
import java.math.RoundingMode;
import java.util.Locale;

/** Decides how many channels a client in virtual time opens, and when. */
public enum ChannelGrowth {
  /** {@code numChannels}, and no more. */
  FIXED,
  /** One more at a call, while none is being opened. */
  ONE_MORE {
    @Override
    int more(int channels, int opening, int wanted) {
      return opening == 0 && wanted > channels ? 1 : 0;
    }
  },
  /** As many more as there are, while none is being opened. */
  DOUBLING {
    @Override
    int more(int channels, int opening, int wanted) {
      return opening == 0 && wanted > channels ? channels : 0;
    }
  },
  /** All that the limit of calls asks for, at once. */
  AS_NEEDED {
    @Override
    int more(int channels, int opening, int wanted) {
      return wanted - channels - opening;
    }
  },
  /** A reference: a channel for each caller from the start, so that no call waits for a stream. */
  ONE_PER_CALLER {
    @Override
    int first(int channels, int callers, int streams) {
      return callers;
    }
  },
  /** A reference: the fewest channels from the start on which no call waits for a stream. */
  CLAIRVOYANT {
    @Override
    int first(int channels, int callers, int streams) {
      return IntMath.divide(callers, streams, RoundingMode.CEILING);
    }
  };

  /** Whether channels are added under the load. */
  final boolean adds() {
    return this == ONE_MORE || this == DOUBLING || this == AS_NEEDED;
  }

  /** Channels at the start. */
  int first(int channels, int callers, int streams) {
    return channels;
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
    return 0;
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
