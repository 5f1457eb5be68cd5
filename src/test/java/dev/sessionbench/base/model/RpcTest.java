package dev.sessionbench.base.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.spanner.v1.SpannerGrpc;
import io.grpc.MethodDescriptor;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RpcTest {
  @Test
  void namesExactlyTheMethodsOfTheService() {
    assertThat(Arrays.stream(Rpc.values()).map(Rpc::fullMethodName))
        .containsExactlyInAnyOrderElementsOf(
            SpannerGrpc.getServiceDescriptor().getMethods().stream()
                .map(MethodDescriptor::getFullMethodName)
                .toList());
  }

  @Test
  void isFoundByItsFullName() {
    for (Rpc rpc : Rpc.values()) {
      assertThat(Rpc.each(Rpc::methodName)).containsEntry(rpc, rpc.toString());
      assertThat(Rpc.ofFullMethodName(rpc.fullMethodName())).contains(rpc);
      assertThat(rpc.fullMethodName()).isEqualTo(Rpc.SERVICE_NAME + "/" + rpc);
    }
    assertThat(Rpc.ofFullMethodName("grpc.health.v1.Health/Check")).isEmpty();
  }
}
