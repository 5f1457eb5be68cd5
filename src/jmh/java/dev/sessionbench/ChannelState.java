package dev.sessionbench;

import dev.sessionbench.bench.client.ClientChannels;
import dev.sessionbench.bench.client.Generation;
import dev.sessionbench.bench.trial.ChannelLoad;
import dev.sessionbench.bench.trial.ChannelLoad.Shape;
import dev.sessionbench.bench.trial.Trial.TrialSpec;
import java.util.Map;
import org.openjdk.jmh.annotations.Param;

/** The parameters that all loads on a fresh client's channels share. */
public abstract class ChannelState extends TrialState {
  /** The client: a version, newest, or a fleet. */
  @Param(Generation.NEWEST)
  public String client = "";

  /** The client's gRPC channels. */
  @Param(ClientChannels.DEFAULT)
  public String numChannels = "";

  /** Whether grpc-gcp chooses the channel of a call. */
  @Param(ClientChannels.DEFAULT)
  public String grpcGcp = "";

  /** Whether the number of channels changes with the load. */
  @Param(ClientChannels.DEFAULT)
  public String dynamicChannels = "";

  /** How long the server takes for a query. */
  @Param("62")
  public String queryMillis = "";

  /** How long one attempt of a call may take. */
  @Param("60000")
  public int deadlineMillis;

  /** How the client reaches the server. */
  @Param("tcp")
  public String transport = "";

  /** Decides every simulated time of the server. */
  @Param("1")
  public long seed;

  /** How the server behaves: a shipped profile, or a file. */
  @Param("original")
  public String profile = "";

  @Override
  TrialSpec spec(String benchmark, Map<String, String> given) {
    return ChannelLoad.read(Shape.of(benchmark), given);
  }
}
