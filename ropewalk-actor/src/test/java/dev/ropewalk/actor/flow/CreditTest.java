package dev.ropewalk.actor.flow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When a credit can be closed. */
class CreditTest {
    private final Credit credit = new Credit();

    @Test
    void shouldNotCloseWhileAnElementIsOnItsWay() {
        assertThat(credit.grant(3)).isTrue();
        assertThat(credit.take()).isTrue();

        assertThat(credit.close(0)).isFalse();
        assertThat(credit.take()).isTrue();
        assertThat(credit.left()).isEqualTo(1);
    }

    @Test
    void shouldCloseWhenWhatWasTakenIsGivenBack() {
        assertThat(credit.grant(1)).isTrue();
        assertThat(credit.take()).isTrue();
        credit.giveBack();

        assertThat(credit.left()).isEqualTo(1);
        assertThat(credit.close(0)).isTrue();
    }

    @Test
    void shouldGiveNothingWhenItIsClosed() {
        assertThat(credit.grant(Long.MAX_VALUE)).isTrue();
        assertThat(credit.take()).isTrue();

        assertThat(credit.close(1)).isTrue();
        assertThat(credit.take()).isFalse();
        assertThat(credit.left()).isZero();
    }
}
