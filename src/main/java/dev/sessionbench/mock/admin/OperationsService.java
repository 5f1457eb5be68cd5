package dev.sessionbench.mock.admin;

import com.google.longrunning.GetOperationRequest;
import com.google.longrunning.Operation;
import com.google.longrunning.OperationsGrpc;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;

/** Answers questions about operations; all are done. */
final class OperationsService extends OperationsGrpc.OperationsImplBase {
  private final OperationLog operations;

  OperationsService(OperationLog operations) {
    this.operations = operations;
  }

  @Override
  public void getOperation(GetOperationRequest request, StreamObserver<Operation> observer) {
    Reply.send(
        observer,
        () ->
            operations
                .find(request.getName())
                .orElseThrow(
                    () ->
                        Status.NOT_FOUND
                            .withDescription("Operation not found: " + request.getName())
                            .asRuntimeException()));
  }
}
