package dev.sessionbench.cli;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.sessionbench.results.Environment;
import java.util.List;

/**
 * What a run set out to do, kept so that it can be resumed.
 *
 * @param jmhArguments JMH options and regular expressions
 * @param orderSeed the seed of the order of the forks
 * @param published whether the tables show what was published in 2020
 * @param environment where the run was started
 * @param cells the cells in the order that the seed shuffles
 */
record RunManifest(
    @JsonProperty(value = "jmhArguments", required = true) List<String> jmhArguments,
    @JsonProperty(value = "orderSeed", required = true) long orderSeed,
    @JsonProperty(value = "published", required = true) boolean published,
    @JsonProperty(value = "environment", required = true) Environment environment,
    @JsonProperty(value = "cells", required = true) List<Cell> cells) {
  /** The forks in their order. */
  List<PlannedFork> plan() {
    return PlannedFork.plan(cells, orderSeed);
  }
}
