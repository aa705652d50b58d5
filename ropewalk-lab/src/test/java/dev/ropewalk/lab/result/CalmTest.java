package dev.ropewalk.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class CalmTest {
    @Test
    void shouldTellTheSpreadAndTheLeastShare() {
        Calm calm = Calm.of(List.of(new Probe(50, 0.95, 1.5), new Probe(40, 0.97, 7), new Probe(44, 0.99, 8)));

        assertThat(calm.spread()).isCloseTo(0.25, within(1e-9));
        assertThat(calm.share()).isEqualTo(0.95);
        assertThat(calm.load()).as("before the contenders").isEqualTo(1.5);
        assertThat(calm.isDisturbed()).isTrue();
    }

    @Test
    void shouldBeDisturbedByWhateverTakesTimeFromTheCores() {
        assertThat(Calm.of(List.of(new Probe(40, 0.99, 0), new Probe(42, 0.97, 0)))
                        .isDisturbed())
                .isFalse();
        assertThat(Calm.of(List.of(new Probe(80, 0.5, 0), new Probe(81, 0.5, 0)))
                        .isDisturbed())
                .as("slow all the time")
                .isTrue();
    }

    @Test
    void shouldTakeTheWorstOfSeveral() {
        assertThat(Calm.worst(List.of(new Calm(0.1, 0.9, 3), new Calm(0.3, 0.95, 1))))
                .isEqualTo(new Calm(0.3, 0.9, 3));
    }

    @Test
    void shouldRefuseNoProbes() {
        assertThatIllegalArgumentException().isThrownBy(() -> Calm.of(List.of()));
    }
}
