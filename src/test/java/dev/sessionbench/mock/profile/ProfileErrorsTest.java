package dev.sessionbench.mock.profile;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.text.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that every error message is one line that begins with the place. The table holds profiles,
 * each followed by its message; if that ends with three dots, only its beginning is compared.
 */
class ProfileErrorsTest {
  private static final String TABLE = "complaints-of-profiles.txt";

  static List<Arguments> wrong() {
    List<Arguments> wrong = new ArrayList<>();
    StringBuilder yaml = new StringBuilder();
    for (String line : Resource.text(ProfileErrorsTest.class, TABLE).lines().toList()) {
      if (line.startsWith("=> ")) {
        wrong.add(Arguments.of(yaml.toString(), line.substring(3)));
        yaml.setLength(0);
      } else {
        yaml.append(line).append('\n');
      }
    }
    return wrong;
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void errorsNamePlaceValueAndRange(String yaml, String complaint) {
    assertThatThrownBy(() -> Profiles.parse("p.yaml", yaml))
        .isInstanceOf(BadInput.class)
        .message()
        .matches(Pattern.quote(complaint).replaceFirst("\\.\\.\\.\\\\E$", "\\\\E.*"));
  }
}
