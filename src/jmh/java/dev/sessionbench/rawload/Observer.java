package dev.sessionbench.rawload;

import com.google.protobuf.ByteString;
import com.google.spanner.v1.PartialResultSet;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;

/** Reads the one row of the load's query. */
final class Observer implements StreamObserver<PartialResultSet> {
  private final RawCall.Completion completion;
  private int values;

  Observer(RawCall.Completion completion) {
    this.completion = completion;
  }

  @Override
  public void onNext(PartialResultSet part) {
    values += part.getValuesCount();
  }

  @Override
  public void onError(Throwable failure) {
    completion.failed(Status.fromThrowable(failure));
  }

  @Override
  public void onCompleted() {
    if (values == 1) {
      completion.succeeded(ByteString.EMPTY);
    } else {
      completion.failed(Status.DATA_LOSS.withDescription(values + " values instead of one"));
    }
  }
}
