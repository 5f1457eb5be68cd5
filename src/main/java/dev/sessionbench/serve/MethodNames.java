package dev.sessionbench.serve;

import dev.sessionbench.model.Rpc;

/** The names of methods for people. */
final class MethodNames {
  private MethodNames() {}

  /** The method's name; of another service than Spanner's after the service's own short name. */
  static String shown(MethodTraffic method) {
    if (method.service().equals(Rpc.SERVICE_NAME)) {
      return method.method();
    }
    return method.service().equals(Traffic.UNKNOWN)
        ? "(unknown methods)"
        : method.service().replaceFirst(".*\\.", "") + "/" + method.method();
  }
}
