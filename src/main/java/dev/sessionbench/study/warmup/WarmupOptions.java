package dev.sessionbench.study.warmup;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Codec;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.profile.Profile;
import dev.sessionbench.mock.split.SplitOptions;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;

/**
 * The settings of the study.
 *
 * @param load the load of every round
 * @param profile name and content of the profile of the server
 * @param server the server of the rounds, with its splits
 * @param preSplit splits of the control round's server at its start, at least as many as the other
 *     server has then
 * @param sessions the pool's minimum and maximum; all sessions exist before a round begins
 */
@RecordBuilder
public record WarmupOptions(
    WarmupLoad load, String profile, MockServerOptions server, int preSplit, int sessions)
    implements WarmupOptionsBuilder.With {
  /** The splits for each node that are advised for a planned launch (Spanner, pre-splitting). */
  private static final int PRE_SPLITS_OF_NODE = 10;

  private static final int MOST_SESSIONS = 10_000;
  private static final Parameter<Optional<Integer>> SESSIONS =
      Parameter.optional(
          "sessions",
          Codec.whole(1, MOST_SESSIONS),
          "sessions in the pool; default: one for each agent, four in the open loop");
  private static final Parameter<Optional<Integer>> PRE_SPLIT =
      Parameter.optional(
          "pre-split",
          Codec.whole(1, SplitOptions.MAX_SPLITS),
          "splits of the control round's server; default: ten for each node");

  /** What users can set, apart from the server. */
  public static final Schema SCHEMA =
      WarmupLoad.SCHEMA.and(Schema.of("study warmup", SESSIONS, PRE_SPLIT));

  private static final int SESSIONS_IN_OPEN_LOOP = 4;

  /**
   * Checks the settings.
   *
   * @throws BadInput naming the option, its value and what would be right
   */
  public WarmupOptions {
    int least = server.splits().orElseThrow().initialSplits();
    BadInput.when(
        preSplit < least || preSplit > SplitOptions.MAX_SPLITS,
        "--pre-split %s: must be from %s, with which the other rounds begin, to %s",
        preSplit,
        least,
        SplitOptions.MAX_SPLITS);
    BadInput.when(
        sessions < load.agents() || sessions > MOST_SESSIONS,
        "--sessions %s: must be from %s, one for each agent, to %s, or waits for sessions would pass"
            + " for the server's",
        sessions,
        load.agents(),
        MOST_SESSIONS);
  }

  /**
   * The settings for a server that a profile describes.
   *
   * @param profile its section {@code splits} is required; it must have no faults
   * @param settings values of {@link #SCHEMA}; the seed is also the server's
   * @throws BadInput naming the option, its value and what would be right
   */
  public static WarmupOptions of(Profile profile, Settings settings) {
    WarmupLoad load = WarmupLoad.of(settings);
    MockServerOptions server = profile.options().withSeed(load.seed());
    BadInput.when(
        server.splits().isEmpty(),
        "--profile %s: has no section 'splits', so nothing would warm up",
        profile.name());
    profile.requireSound("--profile " + profile.name(), "this study");
    int preSplit = PRE_SPLITS_OF_NODE * server.splits().orElseThrow().nodes();
    int sessions = (load.isOpen() ? SESSIONS_IN_OPEN_LOOP : 1) * load.agents();
    return new WarmupOptions(
        load,
        profile.identity(),
        server,
        settings.get(PRE_SPLIT).orElse(preSplit),
        settings.get(SESSIONS).orElse(sessions));
  }

  /** How the server of the rounds splits. */
  public SplitOptions splits() {
    return server.splits().orElseThrow();
  }

  /** The server of the control round. */
  MockServerOptions control() {
    return server.withSplits(Optional.of(splits().withInitialSplits(preSplit)));
  }
}
