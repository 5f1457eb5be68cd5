package dev.sessionbench.mock.admin;

import java.util.List;
import java.util.function.Function;

/**
 * One page of a list.
 *
 * @param items its items
 * @param nextToken the name of its last item, after which the next page begins; empty for the last
 */
record Page<T>(List<T> items, String nextToken) {
  private static final int MAX_SIZE = 1_000;

  /**
   * The page after a token.
   *
   * @param all the whole list
   * @param asked how many items the client wants, 0 for as many as the server likes
   * @throws io.grpc.StatusRuntimeException INVALID_ARGUMENT if no item has the token's name
   */
  static <T> Page<T> of(List<T> all, Function<T, String> name, int asked, String token) {
    int from = 0;
    if (!token.isEmpty()) {
      from = all.stream().map(name).toList().indexOf(token) + 1;
      if (from == 0) {
        throw AdminNames.invalid("Invalid page token: " + token);
      }
    }
    int size = asked < 1 ? MAX_SIZE : Math.min(asked, MAX_SIZE);
    int to = Math.min(all.size(), from + size);
    String next = to < all.size() ? name.apply(all.get(to - 1)) : "";
    return new Page<>(all.subList(from, to), next);
  }
}
