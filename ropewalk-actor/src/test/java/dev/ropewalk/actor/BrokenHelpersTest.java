package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.Receptionist.Listing;
import dev.ropewalk.actor.supervision.SystemMessage;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Code of users around the actors that throws: loggers, watchers, predicates of mailboxes. */
@Timeout(60)
class BrokenHelpersTest {
    private static final int MESSAGES = 8;
    private static final Duration LONG = Duration.ofSeconds(30);

    /** A handler of a log whose appender is gone. */
    private static final class BrokenHandler extends Handler {
        @Override
        public void publish(LogRecord record) {
            throw new IllegalStateException("the appender is closed");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    @Test
    void shouldRestartAnActorThoughItsFailureCantBeLogged() throws Exception {
        Logger logger = Logger.getLogger("dev.ropewalk.actor");
        var handler = new BrokenHandler();
        try (ActorSystem system = ActorSystem.create("broken");
                var quiet = new CapturedLog("dev.ropewalk")) {
            logger.addHandler(handler);
            var failures = new AtomicInteger();
            ActorRef<ActorRef<String>> actor = system.spawn("actor", context -> question -> {
                if (failures.getAndIncrement() == 0) {
                    throw new IllegalStateException("bad");
                }
                question.tell("answer");
            });
            var failed = actor.<String>ask(question -> question, LONG).handle((answer, failure) -> failure);
            assertThat(failed.get(30, TimeUnit.SECONDS)).hasMessage("bad");
            assertThat(quiet).isNotNull();
            assertThat(actor.<String>ask(question -> question, LONG).get(30, TimeUnit.SECONDS))
                    .isEqualTo("answer");
        } finally {
            logger.removeHandler(handler);
        }
    }

    @Test
    void shouldStopTheParentThoughAMailboxOfAnotherThrows() throws Exception {
        var key = new ServiceKey<>("service", String.class);
        try (ActorSystem system = ActorSystem.create("broken");
                var quiet = new CapturedLog("dev.ropewalk")) {
            ActorRef<Listing<String>> broken = system.spawn(
                    ActorOptions.defaults().mailbox(Mailbox.unbounded().urgent(message -> {
                        throw new IllegalStateException("predicate");
                    })),
                    context -> listing -> {});
            system.receptionist().subscribe(key, broken);
            var child = new CompletableFuture<ActorRef<String>>();
            ActorRef<String> parent = system.spawn("parent", context -> {
                child.complete(context.spawn("child", inner -> message -> {}));
                return message -> {};
            });
            system.receptionist().register(key, child.join());
            system.stop(parent);
            system.whenStopped(parent).get(30, TimeUnit.SECONDS);
            Await.until(
                    "it is logged",
                    () -> !quiet.messages("could not take a listing").isEmpty());
        }
    }

    @Test
    void shouldTellAllWatchersThoughOneThrows() throws Exception {
        var raised = new CompletableFuture<Throwable>();
        try (Scheduler scheduler = Scheduler.builder()
                        .uncaughtExceptionHandler((thread, thrown) -> raised.complete(thrown))
                        .build();
                ActorSystem system =
                        ActorSystem.builder("broken").scheduler(scheduler).build()) {
            ActorRef<String> actor = system.spawn("actor", context -> message -> {});
            Internals.cellOf(system, actor).sendSystem(new SystemMessage.Watch(stopped -> {
                throw new IllegalStateException("watcher");
            }));
            CompletableFuture<Void> stopped = system.whenStopped(actor);
            system.stop(actor);
            stopped.get(30, TimeUnit.SECONDS);
            assertThat(raised.get(30, TimeUnit.SECONDS)).hasMessage("watcher");
        }
    }

    @Test
    void shouldMakeDeadLettersOfWhatTheSchedulerLeavesOver() throws Exception {
        var hold = new Hold();
        var handled = new AtomicInteger();
        try (var quiet = new CapturedLog("dev.ropewalk")) {
            Scheduler scheduler =
                    Scheduler.builder().workers(1).maxSpareWorkers(0).build();
            ActorSystem system =
                    ActorSystem.builder("left").scheduler(scheduler).build();
            ActorRef<String> idle = system.spawn("idle", context -> message -> handled.incrementAndGet());
            system.spawn("busy", context -> {
                context.self().tell("begin");
                return message -> hold.pass(scheduler);
            });
            Await.until("the only worker is held", hold::isEntered);
            for (int i = 1; i < MESSAGES; i++) {
                idle.tell("left over");
            }
            CompletableFuture<String> question = idle.ask(replyTo -> "question", LONG);
            scheduler.close(Duration.ZERO); // interrupts the worker, which leaves
            assertThat(question.handle((answer, failure) -> failure).get(30, TimeUnit.SECONDS))
                    .isInstanceOf(ActorStoppedException.class);
            Await.until(
                    "each is handled before the worker leaves, or is a dead letter",
                    () -> handled.get()
                                    + quiet.messages("/left/idle: a java.lang.String")
                                            .size()
                            == MESSAGES);
            system.close(Duration.ZERO);
        }
    }
}
