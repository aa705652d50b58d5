package dev.ropewalk.console.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LastCostsTest {
    private final LastCosts costs = new LastCosts();

    @Test
    void shouldNotCountOneThatIsDear() {
        assertThat(costs.mean()).isZero();
        costs.add(1000);
        assertThat(costs.mean()).isZero();
        costs.add(2);
        costs.add(4);
        assertThat(costs.mean()).isEqualTo(3);
    }

    @Test
    void shouldCountThoseThatAreDearAgainAndAgain() {
        for (int i = 0; i < 1000; i++) {
            costs.add(i % 2 == 0 ? 310 : 0);
        }
        assertThat(costs.mean()).isEqualTo(150);
    }

    @Test
    void shouldForgetWhatWasLongAgo() {
        for (int i = 0; i < 40; i++) {
            costs.add(1000);
        }
        for (int i = 0; i < 31; i++) {
            costs.add(7);
        }
        assertThat(costs.mean()).isEqualTo(7);
    }
}
