package dev.sessionbench.serve;

import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Counts every RPC of a server, at the place where gRPC itself sees it begin and end: so those
 * count too that are refused before they reach a service, and so does the time that replies take to
 * be written.
 *
 * <p>Methods that the server does not have share one counter: clients may invent any number of
 * names.
 */
final class Traffic extends ServerStreamTracer.Factory {
  /** The service and method under which unknown methods count. */
  static final String UNKNOWN = "unknown";

  private final Map<String, MethodTraffic> byFullName = new LinkedHashMap<>();
  private final MethodTraffic unknown = new MethodTraffic(UNKNOWN, UNKNOWN);

  /**
   * Counters for all methods of some services.
   *
   * @param services the services of the server, in the order in which they are to be shown
   */
  Traffic(Collection<ServiceDescriptor> services) {
    for (ServiceDescriptor service : services) {
      for (var method : service.getMethods()) {
        byFullName.put(
            method.getFullMethodName(),
            new MethodTraffic(
                service.getName(), method.getFullMethodName().replaceFirst(".*/", "")));
      }
    }
  }

  @Override
  public ServerStreamTracer newServerStreamTracer(String fullMethodName, Metadata headers) {
    MethodTraffic method = byFullName.getOrDefault(fullMethodName, unknown);
    method.begin();
    return new Tracer(method);
  }

  /** All methods, those without an RPC included. */
  List<MethodTraffic> methods() {
    List<MethodTraffic> all = new ArrayList<>(byFullName.values());
    all.add(unknown);
    return all;
  }

  /** The methods that have had an RPC. */
  List<MethodTraffic> used() {
    return methods().stream().filter(method -> method.begun() > 0).toList();
  }

  long begun() {
    return methods().stream().mapToLong(MethodTraffic::begun).sum();
  }

  long inFlight() {
    return methods().stream().mapToLong(MethodTraffic::inFlight).sum();
  }

  private static final class Tracer extends ServerStreamTracer {
    private final MethodTraffic method;
    private final long begunNanos = System.nanoTime();
    private final AtomicBoolean open = new AtomicBoolean(true);

    Tracer(MethodTraffic method) {
      this.method = method;
    }

    @Override
    public void streamClosed(Status status) {
      // Documented as called once; a transport that does otherwise must not spoil the counts.
      if (open.compareAndSet(true, false)) {
        method.end(status.getCode(), System.nanoTime() - begunNanos);
      }
    }
  }
}
