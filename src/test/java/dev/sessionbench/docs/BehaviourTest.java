package dev.sessionbench.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.Rpc;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Checks what the tests of the mock say that they show. */
class BehaviourTest {
  private final List<Behaviour> all = Behaviour.all("dev.sessionbench.mock");

  @Test
  void everyRpcHasABehaviour() {
    assertThat(all.stream().flatMap(one -> one.rpcs().stream())).contains(Rpc.values());
  }

  @Test
  void everyBehaviourIsShownByATest() {
    assertThat(all)
        .allMatch(
            one ->
                one.test().isAnnotationPresent(Test.class)
                    || one.test().isAnnotationPresent(ParameterizedTest.class));
  }

  @Test
  void noBehaviourIsListedTwice() {
    assertThat(all.stream().map(one -> one.rpcs() + one.text())).doesNotHaveDuplicates();
  }
}
