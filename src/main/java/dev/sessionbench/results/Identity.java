package dev.sessionbench.results;

/**
 * What may be put together: a cell, and the client that it was measured with.
 *
 * @param key the cell
 * @param clientVersion the client's version; {@link Environment#UNKNOWN} where it was not recorded
 */
record Identity(CellKey key, String clientVersion) {
  static Identity of(CellResult result) {
    return new Identity(result.key(), result.clientVersion());
  }
}
