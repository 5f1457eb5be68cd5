package dev.sessionbench.mock.session;

import com.google.spanner.v1.Session;
import dev.sessionbench.mock.transaction.TimestampSource;
import java.nio.charset.StandardCharsets;

/**
 * What sessions have in common that were created in the same millisecond in the same way: kept
 * once, and serialised once.
 */
final class CreationTerms {
  private final String database;
  private final Session template;
  private final long createdMillis;
  private final String namePrefix;
  private final byte[] namePrefixBytes;
  private final Session nameless;
  private final byte[] namelessBytes;

  /**
   * New terms.
   *
   * @param database the name of the database, well formed
   * @param template labels, role and kind
   * @param createdMillis when, in milliseconds since the epoch
   */
  CreationTerms(String database, Session template, long createdMillis) {
    this.database = database;
    this.template = template;
    this.createdMillis = createdMillis;
    namePrefix = database + "/sessions/";
    namePrefixBytes = namePrefix.getBytes(StandardCharsets.UTF_8);
    nameless =
        Session.newBuilder()
            .putAllLabels(template.getLabelsMap())
            .setCreatorRole(template.getCreatorRole())
            .setMultiplexed(template.getMultiplexed())
            .setCreateTime(TimestampSource.ofMillis(createdMillis))
            .build();
    namelessBytes =
        nameless.toBuilder()
            .setApproximateLastUseTime(nameless.getCreateTime())
            .build()
            .toByteArray();
  }

  /** Whether these are the terms that a creation asks for. */
  boolean match(String database, Session template, long nowMillis) {
    return createdMillis == nowMillis
        && this.database.equals(database)
        && this.template.equals(template);
  }

  String database() {
    return database;
  }

  boolean multiplexed() {
    return nameless.getMultiplexed();
  }

  long createdMillis() {
    return createdMillis;
  }

  /** What a session's name begins with; its number follows. */
  String namePrefix() {
    return namePrefix;
  }

  /** The session as clients see it, when it was last used at a time. */
  Session toProto(long number, long lastUseMillis) {
    return nameless.toBuilder()
        .setName(namePrefix + number)
        .setApproximateLastUseTime(TimestampSource.ofMillis(lastUseMillis))
        .build();
  }

  /** {@link #namePrefix()} as the protocol writes it. Not to be changed. */
  byte[] namePrefixBytes() {
    return namePrefixBytes;
  }

  /** A new session as the protocol writes it, its name left out. Not to be changed. */
  byte[] namelessBytes() {
    return namelessBytes;
  }
}
