package dev.sessionbench.mock.session;

import com.google.spanner.v1.Session;
import dev.sessionbench.mock.transaction.TimestampSource;

/**
 * What sessions have in common that one request created: kept once for all of them.
 *
 * @param database the full name of the database, well formed
 * @param nameless the sessions as clients see them, but for their names and last use
 * @param createdMillis when, in milliseconds since the epoch
 */
record CreationTerms(String database, Session nameless, long createdMillis) {
  /** The terms of sessions that are created from a template of labels, role and kind. */
  static CreationTerms of(String database, Session template, long createdMillis) {
    Session nameless =
        Session.newBuilder()
            .putAllLabels(template.getLabelsMap())
            .setCreatorRole(template.getCreatorRole())
            .setMultiplexed(template.getMultiplexed())
            .setCreateTime(TimestampSource.ofMillis(createdMillis))
            .build();
    return new CreationTerms(database, nameless, createdMillis);
  }
}
