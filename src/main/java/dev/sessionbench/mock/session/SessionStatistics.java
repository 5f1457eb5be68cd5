package dev.sessionbench.mock.session;

/**
 * The sessions of a server at one moment. The numbers fit each other: {@code alive <= created}, and
 * {@code created <= requested}.
 *
 * @param requested regular sessions that clients asked for, counted when the request arrives,
 *     whether or not they were created
 * @param created regular sessions created, counted when the reply is sent
 * @param alive regular sessions created and since then not deleted, found expired or lost
 * @param deleted regular sessions that clients deleted
 * @param expired regular sessions that were found idle too long
 * @param lost regular sessions that the plan of faults took away
 * @param multiplexedCreated multiplexed sessions created; not part of the other numbers
 */
public record SessionStatistics(
    long requested,
    long created,
    long alive,
    long deleted,
    long expired,
    long lost,
    long multiplexedCreated) {}
