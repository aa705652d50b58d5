package dev.ropewalk.channel.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.PendingOperation;
import dev.ropewalk.channel.Select;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.Timer;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A select with a callback whose timer can't be stopped, as when memory has run out. */
class StoppedTimerTest {
    private final Channel<String> channel = Channel.rendezvous();
    private final List<String> told = new ArrayList<>();
    private final Select<String> select = Select.<String>fair()
            .receive(channel, element -> "got " + element)
            .timeout(Duration.ofHours(1), () -> "none")
            .build();

    /** Runs tasks at once; timers of its scheduler never tick, and fail to be cancelled. */
    private static final class DirectStrand implements Strand {
        private final Scheduler scheduler = (Scheduler) Proxy.newProxyInstance(
                Scheduler.class.getClassLoader(), new Class<?>[] {Scheduler.class}, (proxy, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("schedule");
                    return new FullTimer();
                });

        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public Scheduler scheduler() {
            return scheduler;
        }

        @Override
        public Placement placement() {
            return Placement.FREE;
        }

        @Override
        public boolean isCurrent() {
            return false;
        }
    }

    private static final class FullTimer implements Timer {
        @Override
        public boolean cancel() {
            throw new OutOfMemoryError("for a test");
        }

        @Override
        public boolean isDone() {
            return false;
        }
    }

    @Test
    void shouldTellOfTheElementAllTheSame() {
        PendingOperation waiting = select.selectAsync(new DirectStrand(), told::add);

        assertThat(channel.trySend("it")).isTrue();

        assertThat(told).containsExactly("got it");
        assertThat(waiting.cancel()).isFalse();
    }

    @Test
    void shouldBeOfUseAgainWhenItIsCancelled() {
        assertThat(select.selectAsync(new DirectStrand(), told::add).cancel()).isTrue();

        select.selectAsync(new DirectStrand(), told::add);
        assertThat(channel.trySend("it")).isTrue();

        assertThat(told).containsExactly("got it");
    }
}
