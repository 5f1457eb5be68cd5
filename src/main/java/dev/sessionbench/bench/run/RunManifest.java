package dev.sessionbench.bench.run;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.Environment;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a run, kept so that the run can be resumed.
 *
 * @param jmhArguments JMH options and regular expressions
 * @param orderSeed the seed of the order of the forks
 * @param environment where the run was started
 * @param cells the cells in the order that the seed shuffles
 * @param shard which part of the plan this is; empty for the whole plan
 * @param parts where the merged parts ran; empty if the run used one machine
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties("published") // Older runs have it.
public record RunManifest(
    @JsonProperty(value = "jmhArguments", required = true) List<String> jmhArguments,
    @JsonProperty(value = "orderSeed", required = true) long orderSeed,
    @JsonProperty(value = "environment", required = true) Environment environment,
    @JsonProperty(value = "cells", required = true) List<PlannedCell> cells,
    @JsonProperty("shard") @Nullable Shard shard,
    @JsonProperty("parts") @Nullable List<Environment> parts)
    implements RunManifestBuilder.With {
  /** Completes the cells, so that they match completed results. */
  public RunManifest {
    cells = cells.stream().map(PlannedCell::completed).toList();
  }

  /** The cells as results name them. */
  public List<Cell> keys() {
    return cells.stream().map(PlannedCell::key).toList();
  }

  /** The forks of this part in their order; their positions are those of the whole plan. */
  public List<PlannedFork> plan() {
    Shard part = shard;
    return PlannedFork.plan(cells, orderSeed).stream()
        .filter(fork -> part == null || part.holds(fork.block()))
        .toList();
  }

  /** Whether a result belongs to this run, by the run's start time. */
  public boolean started(Environment of) {
    List<Environment> starts = parts == null ? List.of() : parts;
    return environment.startedAt().equals(of.startedAt())
        || starts.stream().anyMatch(start -> start.startedAt().equals(of.startedAt()));
  }
}
