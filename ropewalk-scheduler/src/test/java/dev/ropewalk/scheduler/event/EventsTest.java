package dev.ropewalk.scheduler.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.base.Uninterruptibly;
import dev.ropewalk.scheduler.MessageStrand;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulerBuilder;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.park.FutureWaits;
import dev.ropewalk.testing.FlightRecording;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;

/** What a recording tells of a scheduler. */
class EventsTest {
    private static final String NAME = "recorded";

    @Test
    void shouldTellOfATask() throws Exception {
        var event = only(record("ropewalk.LongTask", 1, s -> s.newStrand().execute(new Named())));

        assertThat(event.getString("scheduler")).isEqualTo(NAME);
        assertThat(event.getInt("worker")).isZero();
        assertThat(event.getString("task")).isEqualTo(Named.class.getName());
        assertThat(event.getString("part")).isEmpty();
        assertThat(event.getThread().getJavaName()).isEqualTo(NAME + "-worker-0");
    }

    @Test
    void shouldTellOfATaskWithoutAStrand() throws Exception {
        var event = only(record("ropewalk.LongTask", 1, s -> s.execute(new Named())));

        assertThat(event.getString("task")).isEqualTo(Named.class.getName());
    }

    @Test
    void shouldTellOfAMessage() throws Exception {
        var event = only(record("ropewalk.LongTask", 1, s -> {
            MessageStrand<Named> strand = s.newMessageStrand(Placement.SOFT, message -> {});
            strand.start();
            strand.send(new Named());
        }));

        assertThat(event.getString("task")).isEqualTo(Named.class.getName());
    }

    @Test
    void shouldNotTellOfAShortTask() throws Exception {
        List<RecordedEvent> events = FlightRecording.of(
                "ropewalk.LongTask",
                Duration.ofDays(1),
                () -> run(1, UnaryOperator.identity(), s -> s.execute(new Named())));

        assertThat(events).isEmpty();
    }

    @Test
    void shouldTellOfASteal() throws Exception {
        List<RecordedEvent> events = record("ropewalk.Steal", 2, s -> {
            var ran = new CountDownLatch(1);
            s.execute(() -> {
                s.execute(ran::countDown);
                Uninterruptibly.await(ran);
            });
            Uninterruptibly.await(ran);
        });

        assertThat(events).anySatisfy(event -> {
            assertThat(event.getString("scheduler")).isEqualTo(NAME);
            assertThat(event.getInt("worker")).isNotEqualTo(event.getInt("victim"));
        });
    }

    @Test
    void shouldTellOfAMove() throws Exception {
        List<RecordedEvent> events = FlightRecording.of(
                "ropewalk.Move",
                () -> run(2, builder -> soonStuck(builder).stealsToRehome(1), s -> {
                    Strand strand = s.newStrand();
                    var holds = new CountDownLatch(1);
                    var ran = new CountDownLatch(1);
                    strand.execute(() -> s.newStrand(Placement.PINNED, worker()).execute(() -> {
                        holds.countDown();
                        Uninterruptibly.await(ran);
                    }));
                    Uninterruptibly.await(holds);
                    strand.execute(ran::countDown);
                    Uninterruptibly.await(ran);
                }));

        assertThat(events).isNotEmpty();
    }

    @Test
    void shouldTellOfStarvation() throws Exception {
        var event =
                FlightRecording.of("ropewalk.Starvation", EventsTest::starve).getFirst();

        assertThat(event.getString("scheduler")).isEqualTo(NAME);
        assertThat(event.getBoolean("spareAdded")).isTrue();
    }

    @Test
    void shouldTellOfASpareWorker() throws Exception {
        List<RecordedEvent> events = FlightRecording.of("ropewalk.SpareWorker", EventsTest::starve);

        assertThat(events).anySatisfy(event -> {
            assertThat(event.getString("scheduler")).isEqualTo(NAME);
            assertThat(event.getInt("worker")).isEqualTo(1);
            assertThat(event.getBoolean("working")).isTrue();
            assertThat(event.getInt("atWork")).isEqualTo(1);
        });
    }

    @Test
    void shouldTellOfAWait() throws Exception {
        var waits = new FutureWaits(new CompletableFuture<>());

        var event = only(FlightRecording.of(
                "ropewalk.Wait",
                () -> assertThat(waits.await("the bus", TimeUnit.MILLISECONDS.toNanos(1)))
                        .isFalse()));

        assertThat(event.getString("purpose")).isEqualTo("the bus");
        assertThat(event.getBoolean("granted")).isFalse();
        assertThat(event.getDuration()).isGreaterThanOrEqualTo(Duration.ofMillis(1));
    }

    /** Its one worker waits for what only another one can do. */
    private static void starve() {
        run(1, EventsTest::soonStuck, s -> {
            var ran = new CountDownLatch(1);
            s.execute(() -> Uninterruptibly.await(ran));
            s.execute(ran::countDown);
            Uninterruptibly.await(ran);
        });
    }

    private static List<RecordedEvent> record(String event, int workers, Consumer<Scheduler> program) throws Exception {
        return FlightRecording.of(event, () -> run(workers, UnaryOperator.identity(), program));
    }

    private static void run(int workers, UnaryOperator<SchedulerBuilder> options, Consumer<Scheduler> program) {
        try (Scheduler scheduler =
                options.apply(Scheduler.builder().name(NAME).workers(workers)).build()) {
            program.accept(scheduler);
        }
    }

    private static RecordedEvent only(List<RecordedEvent> events) {
        assertThat(events).hasSize(1);
        return events.getFirst();
    }

    private static SchedulerBuilder soonStuck(SchedulerBuilder builder) {
        return builder.stuckAfter(Duration.ofMillis(1));
    }

    private static int worker() {
        String name = Thread.currentThread().getName();
        return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
    }

    /** A task, and a message. */
    private static final class Named implements Runnable {
        @Override
        public void run() {}
    }
}
