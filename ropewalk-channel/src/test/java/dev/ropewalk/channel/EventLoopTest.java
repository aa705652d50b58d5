package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/** An event loop that keeps its tasks, and so the waiters of callbacks, in a channel. */
class EventLoopTest {
    private final Channel<Runnable> tasks = Channel.unlimited();
    private final Executor loop = tasks::trySend;
    private final List<Object> results = new ArrayList<>();

    @Test
    void shouldRunCallbacksWhoseTasksWaitInAChannel() {
        Channel<String> channel = Channel.buffered(1);
        channel.sendAsync("a", loop, results::add);
        channel.receiveAsync(loop, results::add);

        tasks.tryReceive().orElseThrow().run();
        tasks.tryReceive().orElseThrow().run();

        assertThat(results).containsExactly(new SendResult.Sent(), new ReceiveResult.Received<>("a"));
        assertThat(tasks.tryReceive()).isEmpty();
    }

    @Test
    void shouldDrainTasksFromAChannel() {
        Channel<String> channel = Channel.buffered(1);
        channel.sendAsync("a", loop, results::add);
        channel.receiveAsync(loop, results::add);

        List<Runnable> batch = new ArrayList<>();
        assertThat(tasks.drainTo(batch, 10)).isEqualTo(2);
        batch.forEach(Runnable::run);

        assertThat(results).hasSize(2);
        assertThat(tasks.stats().depth()).isZero();
    }
}
