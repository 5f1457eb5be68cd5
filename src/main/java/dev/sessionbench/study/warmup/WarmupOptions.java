package dev.sessionbench.study.warmup;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.profile.Profile;
import dev.sessionbench.mock.split.SplitOptions;
import java.util.Optional;

/**
 * The settings of the study.
 *
 * @param load the load of every round
 * @param profile name and content of the profile of the server
 * @param server the server of the rounds, with its splits
 */
public record WarmupOptions(WarmupLoad load, String profile, MockServerOptions server) {
  /** The splits for each node that are advised for a planned launch (Spanner, pre-splitting). */
  private static final int PRE_SPLITS_OF_NODE = 10;

  /**
   * The settings for a server that a profile describes.
   *
   * @param profile its section {@code splits} is required; it must have no faults
   * @param settings values of {@link WarmupLoad#SCHEMA}; the seed is also the server's
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
    return new WarmupOptions(load, profile.identity(), server);
  }

  /** How the server of the rounds splits. */
  public SplitOptions splits() {
    return server.splits().orElseThrow();
  }

  /** The server of the control round, which has its splits from the start. */
  MockServerOptions control() {
    int advised = Math.min(PRE_SPLITS_OF_NODE * splits().nodes(), SplitOptions.MAX_SPLITS);
    int initial = Math.max(advised, splits().initialSplits());
    return server.withSplits(Optional.of(splits().withInitialSplits(initial)));
  }
}
