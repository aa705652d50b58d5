package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.StackEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Callers whose stacks overflow at each call of what they call in turn. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OverflowTest {
    private static final int MANY = 100_000;

    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger received = new AtomicInteger();

    @Test
    void shouldSendOrThrow() throws Exception {
        Channel<Integer> channel = Channel.unlimited();

        sweep(() -> channel.trySend(1), sent);

        assertThat(drained(channel)).hasSize(sent.get());
    }

    @Test
    void shouldReceiveOrThrow() throws Exception {
        Channel<Integer> channel = filled();

        sweep(() -> channel.tryReceive().isPresent(), received);

        assertThat(drained(channel)).hasSize(MANY - received.get());
    }

    @Test
    void shouldSelectOrThrow() throws Exception {
        Channel<Integer> channel = filled();
        Channel<Integer> empty = Channel.unlimited();
        Select<Integer> select = Select.<Integer>fair()
                .receive(empty, one -> one)
                .receive(channel, one -> one)
                .build();

        sweep(() -> selects(select), received);

        assertThat(drained(channel)).hasSize(MANY - received.get());
        channel.send(1);
        assertThat(select.select()).isEqualTo(1);
    }

    private static boolean selects(Select<Integer> select) {
        try {
            return select.select() == 1;
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts it", e);
        }
    }

    private static Channel<Integer> filled() {
        Channel<Integer> channel = Channel.unlimited();
        for (int i = 0; i < MANY; i++) {
            assertThat(channel.trySend(1)).isTrue();
        }
        return channel;
    }

    private static List<Integer> drained(Channel<Integer> channel) {
        List<Integer> left = new ArrayList<>();
        channel.drainTo(left, MANY);
        return left;
    }

    private static void sweep(BooleanSupplier step, AtomicInteger succeeded) throws InterruptedException {
        StackEnd.sweepElsewhere(() -> {
            try {
                assertThat(step.getAsBoolean()).isTrue();
            } catch (StackOverflowError noStack) {
                return false;
            }
            succeeded.incrementAndGet();
            return true;
        });
        assertThat(succeeded.get()).isPositive();
    }
}
