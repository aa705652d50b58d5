package dev.ropewalk.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.testkit.ActorTestKit;
import dev.ropewalk.actor.testkit.Probe;
import dev.ropewalk.flow.Source;
import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.Timer;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@RopewalkTest(manualTime = true)
class ManualTimeTest {
    private final List<String> ran = new CopyOnWriteArrayList<>();
    private Scheduler scheduler;
    private ManualTime time;
    private Strand strand;

    @BeforeEach
    void take(Scheduler given, ManualTime moved) {
        scheduler = given;
        time = moved;
        strand = given.newStrand();
    }

    private Timer after(String what, Duration delay) {
        return scheduler.schedule(strand, () -> ran.add(what), delay);
    }

    @Test
    void shouldRunTimersInOrderWhenTheyAreDue() {
        after("third", Duration.ofDays(3));
        after("first", Duration.ofDays(1));
        Timer second = after("second", Duration.ofDays(1));
        assertThat(time.next()).hasValue(Duration.ofDays(1));

        time.advance(Duration.ofDays(1).minusNanos(1));
        assertThat(ran).isEmpty();
        assertThat(second.isDone()).isFalse();
        time.advance(Duration.ofNanos(1));
        assertThat(ran).containsExactly("first", "second");
        assertThat(second.isDone()).isTrue();
        time.advance(Duration.ofDays(2));

        assertThat(ran).containsExactly("first", "second", "third");
        assertThat(time.next()).isEmpty();
        assertThat(time.elapsed()).isEqualTo(Duration.ofDays(3));
    }

    @Test
    void shouldRunTimersThatTimersArm() {
        var hours = new AtomicInteger();
        scheduler.schedule(strand, () -> again(hours), Duration.ofHours(1));

        time.advance(Duration.ofHours(10));

        assertThat(hours).hasValue(10);
    }

    private void again(AtomicInteger hours) {
        hours.incrementAndGet();
        scheduler.schedule(strand, () -> again(hours), Duration.ofHours(1));
    }

    @Test
    void shouldPushAListOfAFlowWhenItsTimeIsUp() {
        try (var numbers = new SubmissionPublisher<Integer>()) {
            CompletableFuture<List<List<Integer>>> lists = Source.from(numbers)
                    .batch(10, Duration.ofHours(1), scheduler)
                    .take(1)
                    .collect(Collectors.toList());
            numbers.submit(7);
            Await.until("the list waits", () -> time.next().isPresent(), Duration.ofSeconds(30));

            time.advance(Duration.ofHours(1));

            assertThat(lists).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(List.of(List.of(7)));
        }
    }

    @Test
    void shouldTickAtAFixedRate() {
        Timer ticks = scheduler.scheduleAtFixedRate(
                strand, () -> ran.add("tick"), Duration.ofMinutes(1), Duration.ofMinutes(10));

        time.advance(Duration.ofMinutes(1));
        assertThat(ran).hasSize(1);
        time.advance(Duration.ofMinutes(20));
        assertThat(ran).hasSize(3);
        assertThat(ticks.cancel()).isTrue();
        time.advance(Duration.ofHours(1));

        assertThat(ran).hasSize(3);
        assertThat(ticks.isDone()).isTrue();
        assertThat(ticks.cancel()).isFalse();
    }

    @Test
    void shouldNotRunWhatWasCancelled() {
        Timer timer = after("never", Duration.ofSeconds(1));

        assertThat(timer.cancel()).isTrue();
        time.advance(Duration.ofSeconds(1));

        assertThat(ran).isEmpty();
    }

    @Test
    void shouldMoveTheClock() {
        long before = scheduler.nanoTime();

        time.advance(Duration.ofDays(1));

        assertThat(scheduler.nanoTime() - before)
                .isGreaterThanOrEqualTo(Duration.ofDays(1).toNanos());
    }

    @Test
    void shouldMoveTheTimeoutsOfActors(ActorTestKit kit) {
        Probe<String> phone = kit.probe("phone");
        ActorRef<String> clerk = kit.system().spawn("clerk", context -> {
            context.timers().startAtFixedRate("call", "ring", Duration.ofHours(1), Duration.ofHours(1));
            return phone.ref()::tell;
        });
        CompletableFuture<String> answer = clerk.ask(replyTo -> "a question", Duration.ofMinutes(30));
        phone.expect("a question");

        time.advance(Duration.ofMinutes(30));
        assertThat(answer).failsWithin(Duration.ofMinutes(1));
        for (int call = 0; call < 3; call++) {
            time.advance(Duration.ofHours(1));
            phone.expect("ring"); // a tick is skipped while the one before waits in the mailbox
        }
    }

    @Test
    void shouldTellWhatIsAbandoned() {
        var told = new AtomicInteger();
        Abandonable task = new Abandonable() {
            @Override
            public void run() {
                ran.add("task");
            }

            @Override
            public void abandon() {
                told.incrementAndGet();
            }
        };
        scheduler.schedule(strand, task, Duration.ofDays(1));

        scheduler.close();

        assertThat(told).hasValue(1);
        time.advance(Duration.ofDays(1));
        assertThat(ran).isEmpty();
    }

    @Test
    void shouldStopWhereItCannotCountOn() {
        after("task", Duration.ofDays(1));

        time.advance(Duration.ofNanos(Long.MAX_VALUE));
        time.advance(Duration.ofDays(1));

        assertThat(ran).containsExactly("task");
        assertThat(time.elapsed()).isEqualTo(Duration.ofNanos(Long.MAX_VALUE));
    }

    @Test
    void shouldRefuseTimeThatDoesNotPass() {
        assertThatIllegalArgumentException().isThrownBy(() -> time.advance(Duration.ZERO));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> scheduler.scheduleAtFixedRate(strand, () -> {}, Duration.ZERO, Duration.ZERO));
    }

    @Test
    void shouldRefuseATaskThatAdvancesTime() {
        CompletableFuture<Void> advanced =
                CompletableFuture.runAsync(() -> time.advance(Duration.ofSeconds(1)), scheduler);

        assertThat(advanced)
                .failsWithin(Duration.ofMinutes(1))
                .withThrowableThat()
                .withMessageContaining("can't be advanced");
    }
}
