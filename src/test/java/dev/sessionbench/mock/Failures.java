package dev.sessionbench.mock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Asserts how RPCs fail. */
public final class Failures {
  private Failures() {}

  public static StatusRuntimeException assertFails(
      Status.Code code, String message, ThrowingCallable rpc) {
    StatusRuntimeException failure = catchThrowableOfType(StatusRuntimeException.class, rpc);
    assertThat(failure).as("the RPC must fail").isNotNull();
    assertThat(failure.getStatus().getCode()).as(failure.getMessage()).isEqualTo(code);
    assertThat(String.valueOf(failure.getStatus().getDescription())).contains(message);
    return failure;
  }

  public static void assertInvalid(String message, ThrowingCallable rpc) {
    assertFails(Status.Code.INVALID_ARGUMENT, message, rpc);
  }

  /** Asserts that an RPC fails with FAILED_PRECONDITION. */
  public static void assertUnmet(String message, ThrowingCallable rpc) {
    assertFails(Status.Code.FAILED_PRECONDITION, message, rpc);
  }

  public static StatusRuntimeException assertNotFound(String message, ThrowingCallable rpc) {
    return assertFails(Status.Code.NOT_FOUND, message, rpc);
  }
}
