package dev.sessionbench.mock.serve;

import dev.sessionbench.mock.profile.Profile;
import java.net.InetAddress;
import java.util.OptionalInt;

/**
 * How the mock server is to run alone.
 *
 * @param profile how it behaves
 * @param address the address that it listens on, for gRPC as for HTTP
 * @param port the port for gRPC, 0 for any free one
 * @param httpPort the port for HTTP, 0 for any free one; nothing for no HTTP
 */
public record ServeOptions(Profile profile, InetAddress address, int port, OptionalInt httpPort) {}
