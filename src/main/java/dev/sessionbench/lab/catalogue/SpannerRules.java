package dev.sessionbench.lab.catalogue;

import static dev.sessionbench.lab.catalogue.Parameters.INC_STEP;
import static dev.sessionbench.lab.catalogue.Parameters.MAX_BATCH;
import static dev.sessionbench.lab.catalogue.Parameters.MAX_BURST;

import dev.sessionbench.lab.grow.EvenChannels;
import dev.sessionbench.lab.grow.FixedSize;
import dev.sessionbench.lab.grow.FixedStep;
import dev.sessionbench.lab.grow.Headroom;
import dev.sessionbench.lab.grow.Multiplexed;
import dev.sessionbench.lab.grow.OnePerCaller;
import dev.sessionbench.lab.grow.OnePerCaller.AfterFailure;
import dev.sessionbench.lab.grow.OnePerCaller.Bound;
import dev.sessionbench.lab.grow.OnePerExcessWaiter;
import dev.sessionbench.lab.grow.SerialStep;
import dev.sessionbench.lab.grow.StepPerWaiter;
import dev.sessionbench.lab.strategy.GrowthStrategy;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.Traits;
import dev.sessionbench.lab.strategy.Traits.Failure;
import dev.sessionbench.lab.strategy.Traits.Waking;
import java.util.concurrent.TimeUnit;

/** The rules of Cloud Spanner clients; those that a connection pool has too are not repeated. */
final class SpannerRules {
  static final Rule<GrowthStrategy> FIXED_STEP =
      new Rule<>(
          "fixed-step",
          "one request of incStep sessions on the next channel, at a miss with nothing on its "
              + "way to it",
          "google-cloud-spanner (Java) 1.53.0 to 6.107.0",
          (limits, settings, foresight) -> fixedStep(limits, settings),
          INC_STEP);

  static final Rule<GrowthStrategy> FIXED_STEP_WOKEN =
      new Rule<>(
          "fixed-step-woken",
          "fixed-step without a limit of requests at once; every waiter asks again after "
              + "every change, and hears of every failure",
          "cloud.google.com/go/spanner 1.6.0 to 2025",
          (limits, settings, foresight) ->
              new FixedStep(
                  limits,
                  settings.whole(INC_STEP),
                  TimeUnit.MINUTES.toNanos(1),
                  Traits.QUEUED.with(Waking.ALL).with(Failure.EVERYBODY)),
          INC_STEP);

  static final Rule<GrowthStrategy> FIXED_STEP_SERIAL =
      new Rule<>(
          "fixed-step-serial",
          "fixed-step for the head of the queue alone, and only while nothing is being "
              + "created",
          "@google-cloud/spanner (Node) from 5.1",
          (limits, settings, foresight) -> new SerialStep(limits, settings.whole(INC_STEP)),
          INC_STEP);

  static final Rule<GrowthStrategy> STEP_PER_WAITER =
      new Rule<>(
          "step-per-waiter",
          "one request of incStep sessions for every caller that misses, whatever is on its "
              + "way",
          "gcloud-spanner (Rust)",
          (limits, settings, foresight) -> new StepPerWaiter(limits, settings.whole(INC_STEP)),
          INC_STEP);

  static final Rule<GrowthStrategy> ONE_PER_EXCESS_WAITER =
      new Rule<>(
          "one-per-excess-waiter",
          "as many sessions as callers wait without one on its way, spread over the channels",
          "google-cloud-spanner (Java) to 1.52",
          (limits, settings, foresight) -> new OnePerExcessWaiter(limits));

  static final Rule<GrowthStrategy> ONE_PER_CALLER_BURST =
      new Rule<>(
          "one-per-caller-burst",
          "one-per-caller-woken with fewer than maxBurst sessions being created",
          "cloud.google.com/go/spanner before 1.6.0",
          (limits, settings, foresight) ->
              new OnePerCaller(
                  limits,
                  settings.whole(MAX_BURST),
                  Bound.MAX_SESSIONS,
                  AfterFailure.NOTHING,
                  Traits.TIED.with(Waking.ALL)),
          MAX_BURST);

  static final Rule<GrowthStrategy> ONE_PER_CALLER_UNBOUNDED =
      new Rule<>(
          "one-per-caller-unbounded",
          "one-per-caller without a limit, from an empty pool; never full",
          "google-cloud-spanner (Python) BurstyPool",
          (limits, settings, foresight) ->
              new OnePerCaller(
                  limits, Integer.MAX_VALUE, Bound.NONE, AfterFailure.NOTHING, Traits.TIED));

  static final Rule<GrowthStrategy> EVEN_CHANNELS =
      new Rule<>(
          "even-channels",
          "the minimum and one more, one growth at a time, a request for each channel so that "
              + "they become even",
          "google-cloud-cpp",
          (limits, settings, foresight) -> new EvenChannels(limits));

  static final Rule<GrowthStrategy> HEADROOM =
      new Rule<>(
          "headroom",
          "the minimum kept idle beyond what is in use, in small batches, asked at every "
              + "acquire",
          "Google.Cloud.Spanner.V1 (C#)",
          (limits, settings, foresight) -> new Headroom(limits, settings.whole(MAX_BATCH)),
          MAX_BATCH.standing(5));

  static final Rule<GrowthStrategy> FIXED_SIZE =
      new Rule<>(
          "fixed-size",
          "the maximum at the opening, and no growth",
          "google-cloud-spanner (Python) FixedSizePool and PingingPool; any pool with min = "
              + "max",
          (limits, settings, foresight) -> new FixedSize(limits, settings.whole(MAX_BATCH)),
          MAX_BATCH);

  static final Rule<GrowthStrategy> MULTIPLEXED =
      new Rule<>(
          "multiplexed",
          "one session for everybody: the bound below every pool",
          "google-cloud-spanner (Java) from 6.108.0, and newer clients of other languages",
          (limits, settings, foresight) -> new Multiplexed());

  private SpannerRules() {}

  /**
   * The Java client's rule: its executor runs eight requests at once, and it looks every ten
   * seconds.
   */
  static GrowthStrategy fixedStep(Limits limits, Settings settings) {
    return new FixedStep(
        limits,
        settings.whole(INC_STEP),
        TimeUnit.SECONDS.toNanos(10),
        Traits.QUEUED.atMostInFlight(8));
  }
}
