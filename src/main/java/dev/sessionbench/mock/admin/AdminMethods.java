package dev.sessionbench.mock.admin;

import io.grpc.BindableService;
import io.grpc.MethodDescriptor;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCalls;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** The methods of one service that are answered; its others stay unimplemented. */
final class AdminMethods {
  private final Map<String, ServerMethodDefinition<?, ?>> answered = new HashMap<>();

  /**
   * Adds a method.
   *
   * @param reply answers it, or throws the status with which it fails
   */
  <Q, R> AdminMethods add(MethodDescriptor<Q, R> method, Function<Q, R> reply) {
    answered.put(
        method.getFullMethodName(),
        ServerMethodDefinition.create(
            method,
            ServerCalls.asyncUnaryCall(
                (request, observer) -> {
                  try {
                    observer.onNext(reply.apply(request));
                    observer.onCompleted();
                  } catch (StatusRuntimeException e) {
                    observer.onError(e);
                  }
                })));
    return this;
  }

  /** The service, with these methods in the place of the generated ones. */
  ServerServiceDefinition service(BindableService generated) {
    ServerServiceDefinition all = generated.bindService();
    var service = ServerServiceDefinition.builder(all.getServiceDescriptor());
    for (ServerMethodDefinition<?, ?> method : all.getMethods()) {
      service.addMethod(
          answered.getOrDefault(method.getMethodDescriptor().getFullMethodName(), method));
    }
    return service.build();
  }
}
