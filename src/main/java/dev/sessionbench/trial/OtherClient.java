package dev.sessionbench.trial;

import dev.sessionbench.client.Attempts;
import dev.sessionbench.client.CallEvents;
import dev.sessionbench.client.DriverOptions;
import dev.sessionbench.client.MessageChannel;
import dev.sessionbench.client.PoolUnderTest;
import dev.sessionbench.client.ServerAddress;
import dev.sessionbench.generation.Generation;
import dev.sessionbench.generation.Generations;
import dev.sessionbench.generation.InProcessMessages;
import dev.sessionbench.model.PoolShape;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A client of another version in the place of the one that the suite is built with.
 *
 * @param generation which
 * @param writeFraction the part of the sessions that it prepares for writing, from 0 to 1; nothing
 *     where it prepares none
 */
public record OtherClient(Generation generation, OptionalDouble writeFraction) {
  /**
   * What it runs on, fetched and built if need be: for people.
   *
   * @throws IllegalArgumentException if it cannot be had: one line that says why
   */
  public String libraries() {
    return Generations.OF_THIS_PROCESS.libraries(generation.version()).words();
  }

  /** Builds the client for a pool and a server; those that are named are told of its attempts. */
  PoolUnderTest build(PoolShape shape, ServerAddress address, CallEvents... told) {
    Optional<MessageChannel> inProcess =
        address instanceof ServerAddress.InProcess server
            ? Optional.of(new InProcessMessages(server.name()))
            : Optional.empty();
    ServerAddress.Tcp tcp =
        address instanceof ServerAddress.Tcp server ? server : new ServerAddress.Tcp("", 0);
    return Generations.OF_THIS_PROCESS.client(
        generation.version(),
        new DriverOptions(
            shape,
            tcp.host(),
            tcp.port(),
            inProcess,
            generation.hasPool(),
            generation.takesStep(),
            generation.multiplexed(),
            writeFraction,
            new Attempts(told)));
  }
}
