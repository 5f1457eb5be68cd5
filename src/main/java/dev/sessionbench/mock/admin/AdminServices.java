package dev.sessionbench.mock.admin;

import com.google.protobuf.Timestamp;
import io.grpc.ServerServiceDefinition;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/**
 * The admin services of one server: {@code DatabaseAdmin}, {@code InstanceAdmin} and the {@code
 * Operations} of their calls.
 *
 * <p>The mock serves every name, so every instance and database is there, unless it was dropped:
 * one that was never created is described as a small one that is ready. What was created is listed
 * and remembers its DDL, as it was sent. Every operation is done when it is answered. Memory is
 * bounded: of each kind the {@value #REMEMBERED} latest names are remembered.
 *
 * <p>Dropping a database does not end its sessions, and the DDL is not parsed: what statements
 * answer is registered, not derived from tables.
 */
public final class AdminServices {
  /** Instances, and databases, that are remembered at most. */
  static final int REMEMBERED = 10_000;

  private AdminServices() {}

  /**
   * The services, with nothing created yet.
   *
   * @param clock tells when something is created
   * @return services to be added to a server
   */
  public static List<ServerServiceDefinition> create(InstantSource clock) {
    LongRunningOperations operations = new LongRunningOperations();
    Databases databases = new Databases(operations, clock);
    Instances instances = new Instances(databases, operations, clock);
    return List.of(databases.service(), instances.service(), operations.service());
  }

  /** The time as the protocol writes it. */
  static Timestamp now(InstantSource clock) {
    Instant now = clock.instant();
    return Timestamp.newBuilder().setSeconds(now.getEpochSecond()).setNanos(now.getNano()).build();
  }
}
