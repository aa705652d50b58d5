package dev.ropewalk.cluster.pekko.settings;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PekkoVersionTest {
    @ParameterizedTest
    @ValueSource(strings = {"1.7.0", "1.7.12", "1.7.1-M1"})
    void shouldGoWithPatches(String version) {
        assertThatNoException().isThrownBy(() -> PekkoVersion.check(version));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.6.9", "1.8.0", "1.70.0", "2.0.0-M1", "1.7"})
    void shouldRefuseOthers(String version) {
        assertThatIllegalStateException()
                .isThrownBy(() -> PekkoVersion.check(version))
                .withMessageContainingAll("goes with Pekko 1.7", "but Pekko " + version + " is on the class path");
    }

    @Test
    void shouldGoWithTheOneOnTheClassPath() {
        assertThatNoException().isThrownBy(PekkoVersion::check);
    }
}
