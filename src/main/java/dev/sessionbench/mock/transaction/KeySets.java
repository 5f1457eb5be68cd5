package dev.sessionbench.mock.transaction;

import com.google.spanner.v1.KeyRange;
import com.google.spanner.v1.KeySet;
import dev.sessionbench.mock.rpc.RpcFailure;

/** The form of key sets. */
public final class KeySets {
  private KeySets() {}

  /**
   * Checks the ranges of a key set.
   *
   * @throws RpcFailure INVALID_ARGUMENT if one has no start or no end
   */
  public static void check(KeySet keys) {
    for (KeyRange range : keys.getRangesList()) {
      RpcFailure.invalidArgumentIf(
          range.getStartKeyTypeCase() == KeyRange.StartKeyTypeCase.STARTKEYTYPE_NOT_SET,
          "Key range must contain either start_closed or start_open.");
      RpcFailure.invalidArgumentIf(
          range.getEndKeyTypeCase() == KeyRange.EndKeyTypeCase.ENDKEYTYPE_NOT_SET,
          "Key range must contain either end_closed or end_open.");
    }
  }
}
