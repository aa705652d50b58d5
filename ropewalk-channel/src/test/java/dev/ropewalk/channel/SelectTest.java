package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SelectTest {
    @Test
    void shouldReceiveFromWhicheverIsReady() throws InterruptedException {
        Channel<Integer> a = Channel.rendezvous();
        Channel<Integer> b = Channel.rendezvous();
        for (Channel<Integer> channel : List.of(a, b)) {
            Thread.ofVirtual().start(() -> {
                try {
                    for (int i = 1; i <= 50_000; i++) {
                        channel.send(i);
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
        }
        Select<Integer> select = Select.<Integer>fair()
                .receive(a, element -> element)
                .receive(b, element -> element)
                .timeout(Duration.ofSeconds(10), () -> 0)
                .build();
        long sum = 0;
        for (int i = 0; i < 100_000; i++) {
            sum += select.select();
        }
        assertThat(sum).isEqualTo(2 * 50_000L * 50_001 / 2);
        assertThat(a.stats().waitingReceivers()).isZero();
        assertThat(b.stats().waitingReceivers()).isZero();
    }

    @Test
    void shouldRefuseASecondTimeoutOrOtherwise() {
        SelectBuilder<Integer> timed = Select.<Integer>fair().timeout(Duration.ofNanos(5), () -> 0);
        SelectBuilder<Integer> immediate = Select.<Integer>fair().otherwise(() -> 0);

        assertThatIllegalStateException()
                .isThrownBy(() -> timed.timeout(Duration.ZERO, () -> 1))
                .withMessage("the select has a timeout already, of 5 ns");
        assertThatIllegalStateException()
                .isThrownBy(() -> timed.otherwise(() -> 1))
                .withMessage("a select with a timeout, of 5 ns, waits, and can't have an otherwise");
        assertThatIllegalStateException()
                .isThrownBy(() -> immediate.otherwise(() -> 1))
                .withMessage("the select has an otherwise already");
        assertThatIllegalStateException()
                .isThrownBy(() -> immediate.timeout(Duration.ZERO, () -> 1))
                .withMessage("a select with an otherwise never waits, and can't have a timeout");
    }
}
