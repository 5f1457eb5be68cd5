package dev.sessionbench.mock.rpc;

import com.google.protobuf.ByteString;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.ReadRequest;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.base.model.TimeSource.Cancellable;
import dev.sessionbench.mock.split.SplitServer;

/**
 * Makes calls wait for the split of their key.
 *
 * <p>The mock does not parse SQL. The key is made from the parameters of a statement or the keys of
 * a read. Without these, and for all other methods, the key is drawn uniformly.
 *
 * @param server has the splits
 * @param seed decides the keys that are drawn
 */
public record SplitCalls(SplitServer server, long seed) {
  private static final String STREAM = "key of ";

  /** Whether calls of a method wait for a split. */
  boolean concern(Rpc rpc) {
    return server.options().costs().containsKey(rpc);
  }

  /**
   * Makes a call wait.
   *
   * @param rpc its method
   * @param request has the key if it is a statement or a read
   * @param index how many calls of the method came before
   * @param served run when its split has served it
   * @return takes the call back
   */
  public Cancellable submit(Rpc rpc, Object request, long index, Runnable served) {
    ByteString named = named(request);
    long stream = STREAM.concat(rpc.methodName()).hashCode();
    double key =
        named.isEmpty()
            ? SeededDraws.unit(seed, stream, index)
            : SeededDraws.unit(0, 0, named.hashCode());
    String statement = request instanceof ExecuteSqlRequest sql ? sql.getSql() : rpc.methodName();
    int cost = server.options().costs().getOrDefault(rpc, 0);
    return server.submit(key, statement, cost, served);
  }

  /** The bytes that stand for the key of a request; empty if it has none. */
  private static ByteString named(Object request) {
    if (request instanceof ExecuteSqlRequest sql) {
      return sql.getParams().toByteString();
    }
    return request instanceof ReadRequest read ? read.getKeySet().toByteString() : ByteString.EMPTY;
  }
}
