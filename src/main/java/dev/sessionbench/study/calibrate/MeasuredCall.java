package dev.sessionbench.study.calibrate;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.sessionbench.base.model.Rpc;

/**
 * One RPC that succeeded, and how long it took.
 *
 * @param rpc the method
 * @param wave the number of what was sent at the same time, from 0
 * @param asked the sessions that it asked for; 0 for other methods than BatchCreateSessions
 * @param created the sessions that came back
 * @param together the RPCs that were sent at the same time, this one included
 * @param inFlight how many of them were in flight when this one was sent, this one included
 * @param nanos the time from sending to the end of the reply, in nanoseconds
 * @param serverNanos what the service's front end says that it took, in nanoseconds, rounded to
 *     milliseconds by the service; -1 where it does not say
 */
public record MeasuredCall(
    @JsonProperty(value = "rpc", required = true) Rpc rpc,
    @JsonProperty(value = "wave", required = true) int wave,
    @JsonProperty(value = "asked", required = true) int asked,
    @JsonProperty(value = "created", required = true) int created,
    @JsonProperty(value = "together", required = true) int together,
    @JsonProperty(value = "inFlight", required = true) int inFlight,
    @JsonProperty(value = "nanos", required = true) long nanos,
    @JsonProperty(value = "serverNanos", required = true) long serverNanos) {
  /** Stands for a time that the server does not tell. */
  public static final long UNKNOWN = -1;
}
