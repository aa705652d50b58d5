package dev.ropewalk.actor.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.actor.Tags;
import dev.ropewalk.base.Uninterruptibly;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.FlightRecording;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;

/** What a recording tells of actors. */
class EventsTest {
    @Test
    void shouldTellOfAFailure() throws Exception {
        var event = only(record("ropewalk.ActorFailure", system -> {
            ActorRef<String> actor = system.spawn("fails", context -> message -> {
                throw new IllegalStateException(message);
            });
            actor.tell("so");
        }));

        assertThat(event.getString("actor")).endsWith("/fails");
        assertThat(event.getString("failure")).isEqualTo(IllegalStateException.class.getName());
        assertThat(event.getString("failureMessage")).isEqualTo("so");
        assertThat(event.getString("directive")).isEqualTo("RESTART");
    }

    @Test
    void shouldNotFailByAFailureWithoutAMessage() throws Exception {
        var uncaught = new ConcurrentLinkedQueue<Throwable>();

        FlightRecording.of("ropewalk.ActorFailure", () -> {
            try (Scheduler scheduler = Scheduler.builder()
                            .uncaughtExceptionHandler((thread, thrown) -> uncaught.add(thrown))
                            .build();
                    ActorSystem system =
                            ActorSystem.builder("recorded").scheduler(scheduler).build()) {
                ActorRef<String> actor = system.spawn("fails", context -> message -> {
                    throw new Unspeakable();
                });
                actor.tell("so");
            }
        });

        assertThat(uncaught).isEmpty();
    }

    @Test
    void shouldNameAMessageThatTravelsWithItsContext() throws Exception {
        List<RecordedEvent> events;
        try (var _ = new Tags()) {
            events = record("ropewalk.LongTask", system -> {
                var received = new CountDownLatch(2);
                ActorRef<Object> actor = system.spawn("receives", context -> message -> received.countDown());
                Tags.with("ann", () -> actor.tell(new Parcel()));
                Tags.with("ann", () -> {
                    var _ = actor.ask(_ -> new Letter(), Duration.ofSeconds(20));
                });
                Uninterruptibly.await(received);
            });
        }

        assertThat(events)
                .extracting(event -> event.getString("task"))
                .contains(Parcel.class.getName(), Letter.class.getName());
        assertThat(events)
                .filteredOn(event -> event.getString("task").equals(Parcel.class.getName()))
                .isNotEmpty()
                .allSatisfy(event -> assertThat(event.getString("part")).endsWith("/receives"));
    }

    private record Parcel() {}

    private record Letter() {}

    @Test
    void shouldTellOfADeadLetter() throws Exception {
        List<RecordedEvent> events = record("ropewalk.DeadLetter", system -> {
            ActorRef<String> actor = system.spawn("stopped", context -> message -> {});
            system.stop(actor);
            system.whenStopped(actor).orTimeout(20, TimeUnit.SECONDS).join();
            actor.tell("late");
        });

        assertThat(events).anySatisfy(event -> {
            assertThat(event.getString("recipient")).endsWith("/stopped");
            assertThat(event.getString("message")).isEqualTo("java.lang.String");
            assertThat(event.getString("reason")).isEqualTo("STOPPED");
        });
    }

    @Test
    void shouldTellOfAMailboxThatDrops() throws Exception {
        var event = record("ropewalk.MailboxOverflow", system -> {
                    var running = new CountDownLatch(1);
                    var over = new CountDownLatch(1);
                    ActorRef<String> actor = system.spawn(
                            ActorOptions.defaults()
                                    .name("full")
                                    .mailbox(Mailbox.bounded(1, OverflowPolicy.DROP_NEWEST)),
                            context -> message -> {
                                running.countDown();
                                Uninterruptibly.await(over);
                            });
                    actor.tell("runs");
                    Uninterruptibly.await(running);
                    actor.tell("waits");
                    actor.tell("dropped");
                    over.countDown();
                })
                .getFirst();

        assertThat(event.getString("actor")).endsWith("/full");
        assertThat(event.getLong("dropped")).isOne();
        assertThat(event.getLong("total")).isOne();
    }

    private static List<RecordedEvent> record(String event, Consumer<ActorSystem> program) throws Exception {
        return FlightRecording.of(event, () -> {
            try (ActorSystem system = ActorSystem.create("recorded")) {
                program.accept(system);
            }
        });
    }

    private static final class Unspeakable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("a message with a bug");
        }
    }

    private static RecordedEvent only(List<RecordedEvent> events) {
        assertThat(events).hasSize(1);
        return events.getFirst();
    }
}
