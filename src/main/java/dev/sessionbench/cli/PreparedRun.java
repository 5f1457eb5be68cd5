package dev.sessionbench.cli;

import dev.sessionbench.results.CellResult;
import java.util.Optional;
import java.util.SortedMap;

/**
 * A run that has passed every check and can start.
 *
 * @param manifest what it sets out to do
 * @param arguments JMH's view of the command line
 * @param directory its files
 * @param finished the forks that are there already, by position
 * @param request the further result file that JMH's options ask for
 * @param published whether the tables show what was published in 2020
 */
record PreparedRun(
    RunManifest manifest,
    JmhArguments arguments,
    RunDirectory directory,
    SortedMap<Integer, CellResult> finished,
    Optional<ResultRequest> request,
    boolean published) {}
