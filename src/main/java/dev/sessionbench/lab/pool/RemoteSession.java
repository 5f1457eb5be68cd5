package dev.sessionbench.lab.pool;

import io.grpc.Channel;

/**
 * A session at the server.
 *
 * @param name its full name
 * @param channel the channel that it was created on, which carries all that is done with it
 */
record RemoteSession(String name, Channel channel) {}
