package dev.sessionbench.mock.rpc;

import io.grpc.Metadata;
import io.grpc.Status;
import java.util.List;

/**
 * How one call ends.
 *
 * @param replies what is sent first
 * @param status the status behind them
 * @param trailers the details beside the status
 */
record Outcome<R>(List<R> replies, Status status, Metadata trailers) {}
