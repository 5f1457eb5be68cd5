package dev.sessionbench.mock.split;

/** The closed form of splitting under a load that is uniform over the keys. */
public final class EvenSplitting {
  private EvenSplitting() {}

  /**
   * When splitting ends, if the load begins at 0, stays constant, and is too much for one split
   * throughout. All splits divide at the same time, once for each generation.
   *
   * @param server what splits
   * @param perSecond the load, in reads
   * @return nanoseconds from the load's start; 0 if there are no divisions
   */
  static long endsNanos(SplitOptions server, double perSecond) {
    int generations = 0;
    for (double load = perSecond / server.initialSplits();
        load > server.splitAbove() * server.capacityPerSecond();
        load /= 2) {
      generations++;
    }
    long first = server.heldNanos() + server.moveNanos();
    return generations == 0 ? 0 : first + (generations - 1) * Math.max(server.coolNanos(), first);
  }

  /** The same server, splitting so many times sooner; its capacity stays the same. */
  public static SplitOptions faster(SplitOptions options, int times) {
    return options.with(
        builder ->
            builder
                .heldNanos(options.heldNanos() / times)
                .moveNanos(options.moveNanos() / times)
                .coolNanos(options.coolNanos() / times));
  }
}
