package dev.sessionbench.bench.client;

import dev.sessionbench.base.model.PoolShape;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a driver needs to build a client. It holds only what the JDK and this project define, so
 * that classes that were loaded beside another gRPC can take it.
 *
 * @param channels how it is to use gRPC channels
 * @param pool options of the pool: the value of each by the name of its setter without {@code set};
 *     times in milliseconds
 * @param hasPool whether this version has a pool of regular sessions
 * @param multiplexed whether the version's own choice of multiplexed sessions is left as it is; if
 *     not, they are switched off wherever that can be
 * @param attempts is told of each call attempt
 */
public record DriverOptions(
    ClientChannels channels,
    Map<String, String> pool,
    boolean hasPool,
    boolean multiplexed,
    Attempts attempts) {
  /** The options that every version's pool has; more may be added. */
  static Map<String, String> sizes(PoolShape shape) {
    Map<String, String> sizes = new LinkedHashMap<>();
    sizes.put("MinSessions", Integer.toString(shape.minSessions()));
    sizes.put("MaxSessions", Integer.toString(shape.maxSessions()));
    return sizes;
  }
}
