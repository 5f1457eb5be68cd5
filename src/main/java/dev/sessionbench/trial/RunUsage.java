package dev.sessionbench.trial;

import dev.sessionbench.accounting.TimedUsage;
import dev.sessionbench.mock.transport.ServerUsage;
import java.util.Optional;

/**
 * What a run used of the machine.
 *
 * @param timed CPU and wall time of the timed part alone
 * @param allocatedBytes memory that the process allocated from the end of the preparation to the
 *     end of the load
 * @param mock what the mock server's threads used in the same time; nothing where there was none
 */
public record RunUsage(TimedUsage timed, long allocatedBytes, Optional<ServerUsage> mock) {}
