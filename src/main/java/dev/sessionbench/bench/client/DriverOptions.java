package dev.sessionbench.bench.client;

import dev.sessionbench.base.model.PoolShape;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Describes the client that a driver builds. It holds only types of the JDK and of this project, so
 * that classes loaded with another gRPC can use it.
 *
 * @param channels how the client is to use gRPC channels
 * @param pool options of the pool: the value of each by the name of its setter without {@code set};
 *     times in milliseconds
 * @param hasPool whether this version has a pool of regular sessions
 * @param multiplexed whether the version chooses by itself to use multiplexed sessions; if not,
 *     they are switched off where possible
 * @param attempts receives each call attempt
 */
public record DriverOptions(
    ClientChannels channels,
    Map<String, String> pool,
    boolean hasPool,
    boolean multiplexed,
    Attempts attempts) {
  /** The size options, which every version's pool has; callers may add others. */
  static Map<String, String> sizes(PoolShape shape) {
    Map<String, String> sizes = new LinkedHashMap<>();
    sizes.put("MinSessions", Integer.toString(shape.minSessions()));
    sizes.put("MaxSessions", Integer.toString(shape.maxSessions()));
    return sizes;
  }
}
