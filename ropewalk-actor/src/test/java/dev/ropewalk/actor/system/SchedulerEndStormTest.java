package dev.ropewalk.actor.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.actor.cell.CellInsides;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A scheduler that was given to a system is closed in a storm of messages. */
@Timeout(120)
class SchedulerEndStormTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    /** Closes in the midst of what many actors and threads do. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
    void shouldLoseNothingInTheMidstOfAStorm(int round) throws Exception {
        try (Scheduler stormy = Scheduler.builder().workers(2).build()) {
            ActorSystem storm = ActorSystem.builder("storm")
                    .scheduler(stormy)
                    .supervision(Supervision.restart().limit(Integer.MAX_VALUE, LONG))
                    .build();
            var told = new AtomicInteger();
            var done = new AtomicInteger();
            List<ActorRef<Object>> actors = new ArrayList<>();
            Mailbox<Object> bounded = Mailbox.bounded(3, OverflowPolicy.BLOCK);
            for (int i = 0; i < 12; i++) {
                int number = i;
                ActorOptions<Object> options =
                        i % 3 == 0 ? ActorOptions.defaults().mailbox(bounded) : ActorOptions.defaults();
                actors.add(storm.spawn(options, context -> message -> {
                    int count = done.incrementAndGet();
                    if (count % 7 == 0) {
                        throw new IllegalStateException("in the storm");
                    }
                    if (count % 3 == 0) {
                        told.incrementAndGet();
                        actors.get((number + count) % actors.size()).tell("on");
                    }
                }));
            }
            List<CompletableFuture<Void>> senders = new ArrayList<>();
            var ended = new CountDownLatch(1);
            for (int i = 0; i < 3; i++) {
                int first = i;
                senders.add(SchedulerEndTest.inThread(() -> {
                    for (int sent = first; ended.getCount() > 0; sent++) {
                        told.incrementAndGet();
                        ActorRef<Object> actor = actors.get(sent % actors.size());
                        if (sent % 5 == 0) {
                            var ignored = actor.tellAsync("message");
                        } else {
                            actor.tell("message");
                        }
                    }
                }));
            }
            try {
                int begun = 200 * round;
                Await.until("the storm has begun", () -> done.get() >= begun);
                stormy.close(round % 2 == 0 ? Duration.ZERO : LONG);
                assertThat(storm.awaitTermination(LONG)).isTrue();
            } finally {
                ended.countDown();
            }
            for (CompletableFuture<Void> each : senders) {
                each.get(60, TimeUnit.SECONDS);
            }
            Await.until(
                    "each message is handled or a dead letter",
                    () -> done.get() + CellInsides.deadLettersOf(storm) == told.get());
            Await.until("all have stopped", () -> storm.snapshot().children().isEmpty());
        }
    }
}
