package dev.ropewalk.actor.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.ropewalk.actor.ActorCloseReport;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSnapshot;
import dev.ropewalk.actor.ActorStoppedException;
import dev.ropewalk.actor.BlockingActor;
import dev.ropewalk.actor.BlockingActorTests;
import dev.ropewalk.actor.Carrier;
import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.Inbox;
import dev.ropewalk.actor.Internals;
import dev.ropewalk.actor.supervision.SystemMessage;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** How blocking actors end. */
class BlockingStopTest extends BlockingActorTests {
    record Question(ActorRef<String> replyTo) {}

    @Test
    void shouldStopWhenItsCodeReturns() throws Exception {
        ActorRef<String> actor = system.spawnBlocking(Inbox::receive);
        CompletableFuture<Void> stopped = system.whenStopped(actor);
        awaitIdle(actor);
        assertThat(stopped).isNotDone();
        actor.tell("end");
        get(stopped);
        assertThat(actor.tryTell("too late")).isFalse();
    }

    @Test
    void shouldStopWhileItWaits() throws Exception {
        shouldInterrupt(Inbox::receive);
        shouldInterrupt(inbox -> inbox.receive(LONG));
    }

    @Test
    void shouldStopWhileItReceivesSelectively() throws Exception {
        shouldInterrupt(inbox -> {
            inbox.self().tell("passed over");
            inbox.receive("never sent"::equals);
        });
        shouldInterrupt(inbox -> {
            inbox.self().tell("passed over");
            inbox.receive("never sent"::equals, LONG);
        });
    }

    @Test
    void shouldStopWhileItBlocksElsewhere() throws Exception {
        shouldInterrupt(inbox -> Thread.sleep(LONG));
        shouldInterrupt(inbox -> new CountDownLatch(1).await());
    }

    private void shouldInterrupt(BlockingActor<String> code) throws Exception {
        ActorRef<String> actor = system.spawnBlocking(inbox -> {
            told.add(Thread.currentThread());
            assertThatThrownBy(() -> code.run(inbox)).isInstanceOf(InterruptedException.class);
            told.add("interrupted");
        });
        awaitWaiting((Thread) next());
        stopAndWait(actor);
        assertThat(next()).isEqualTo("interrupted");
    }

    @Test
    void shouldThrowFromEveryReceiveOnceItStops() throws Exception {
        ActorRef<String> actor = system.spawnBlocking(inbox -> {
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(inbox::receive).isInstanceOf(InterruptedException.class);
                assertThatThrownBy(() -> inbox.receive(LONG)).isInstanceOf(InterruptedException.class);
            }
            told.add(inbox.tryReceive().isEmpty());
        });
        awaitIdle(actor);
        system.stop(actor);
        actor.tell("not for a stopping actor");
        assertThat(next()).isEqualTo(true);
        get(system.whenStopped(actor));
    }

    @Test
    void shouldLetItCleanUpWithoutFurtherInterrupts() throws Exception {
        ActorRef<String> actor = system.spawnBlocking(inbox -> {
            try {
                inbox.receive();
            } finally {
                Thread.sleep(1);
                told.add("cleaned up");
            }
        });
        awaitIdle(actor);
        stopAndWait(actor);
        assertThat(told).containsExactly("cleaned up");
    }

    @Test
    void shouldInterruptNobodyElse() throws Exception {
        ActorRef<Question> slow = system.spawnBlocking(inbox -> {
            Question question = inbox.receive();
            told.add("asked");
            assertThat(inbox.receive(Duration.ofMillis(20))).isEmpty();
            question.replyTo().tell("answer");
            told.add("answered");
            inbox.receive();
        });
        ActorRef<String> asker = system.spawnBlocking(inbox -> {
            slow.ask(Question::new, LONG).get();
        });
        assertThat(next()).isEqualTo("asked");
        stopAndWait(asker);
        assertThat(next()).isEqualTo("answered");
        ActorRef<String> another = system.spawnBlocking(inbox -> {
            Thread.sleep(1);
            told.add(Thread.currentThread().isInterrupted());
        });
        get(system.whenStopped(another));
        assertThat(next()).isEqualTo(false);
    }

    @Test
    void shouldCountAsStoppedOnceCodeAndChildrenHaveEnded() throws Exception {
        var mayEnd = new CountDownLatch(1);
        ActorRef<String> parent = system.spawnBlocking("parent", inbox -> {
            inbox.context().<String>spawnBlocking("child", below -> {
                try {
                    below.receive();
                } finally {
                    mayEnd.await();
                    told.add("child");
                }
            });
            told.add(Thread.currentThread());
            inbox.receive();
        });
        Internals.cellOf(system, parent).sendSystem(new SystemMessage.Watch(cell -> told.add("parent")));
        var thread = (Thread) next();
        system.stop(parent);
        assertThat(thread.join(LONG)).isTrue();
        mayEnd.countDown();
        assertThat(next()).isEqualTo("child");
        assertThat(next()).isEqualTo("parent");
    }

    @Test
    void shouldRefuseChildrenOnceItStops() throws Exception {
        ActorRef<String> actor = system.spawnBlocking("parent", inbox -> {
            assertThatThrownBy(inbox::receive).isInstanceOf(InterruptedException.class);
            assertThatThrownBy(() -> inbox.context().spawn(context -> message -> {}))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("/test/parent");
            told.add("refused");
        });
        awaitIdle(actor);
        stopAndWait(actor);
        assertThat(next()).isEqualTo("refused");
    }

    @Test
    void shouldTellAskersThatWhatIsLeftWillNotBeAnswered() throws Exception {
        var mayEnd = new CountDownLatch(1);
        ActorRef<Object> actor = system.spawnBlocking(inbox -> {
            inbox.receive("end"::equals);
            mayEnd.await();
        });
        CompletableFuture<String> passedOver = actor.ask(Question::new, LONG);
        actor.tell("end");
        CompletableFuture<String> unread = actor.ask(Question::new, LONG);
        Await.until(
                "the end was received", () -> Internals.cellOf(system, actor).waiting() == 2);
        mayEnd.countDown();
        get(system.whenStopped(actor));
        CompletableFuture<String> late = actor.ask(Question::new, LONG);
        for (CompletableFuture<String> answer : List.of(passedOver, unread, late)) {
            assertThatThrownBy(() -> get(answer)).hasCauseInstanceOf(ActorStoppedException.class);
        }
    }

    @Test
    void shouldMakeDeadLettersOfWhatIsLeft() throws Exception {
        var ended = new CountDownLatch(1);
        ActorRef<String> graveyard = system.spawn("graveyard", context -> told::add);
        system.events().subscribe(DeadLetter.class, system.<DeadLetter>spawn("sexton", context -> letter -> {
            graveyard.tell(letter.recipient().path() + " " + letter.message() + " " + letter.reason());
        }));
        ActorRef<String> actor = system.spawnBlocking("brief", inbox -> {
            inbox.receive("end"::equals);
            ended.await();
        });
        List.of("passed over", "end", "unread").forEach(actor::tell);
        ended.countDown();
        assertThat(next()).isEqualTo("/test/brief passed over STOPPED");
        assertThat(next()).isEqualTo("/test/brief unread STOPPED");
        actor.tell("late");
        assertThat(next()).isEqualTo("/test/brief late STOPPED");
    }

    @Test
    void shouldForgetNoQuestionThatComesWithTheEnd() throws Exception {
        for (int i = 0; i < 1_000; i++) {
            ActorRef<Object> actor = system.spawnBlocking(Inbox::receive);
            actor.tell("end");
            CompletableFuture<String> answer = actor.ask(Question::new, LONG);
            assertThatThrownBy(() -> get(answer)).hasCauseInstanceOf(ActorStoppedException.class);
        }
    }

    @Test
    void shouldReportAThreadThatDoesNotEndAsStuck() throws Exception {
        var mayEnd = new CountDownLatch(1);
        ActorRef<String> actor = system.spawnBlocking("stubborn", inbox -> {
            while (mayEnd.getCount() > 0) {
                try {
                    mayEnd.await();
                } catch (InterruptedException e) {
                    told.add("ignored");
                }
            }
        });
        Await.until("it runs", () -> stateOf(actor) == ActorSnapshot.State.BUSY);
        ActorCloseReport report = system.close(Duration.ZERO);
        assertThat(report.stuck())
                .extracting(ActorSnapshot::path, ActorSnapshot::state)
                .containsExactly(tuple("/test/stubborn", ActorSnapshot.State.STOPPING));
        assertThat(next()).isEqualTo("ignored");
        mayEnd.countDown();
        get(system.whenStopped(actor));
        assertThat(told).isEmpty();
    }

    @Test
    void shouldBeRefusedToCloseItsOwnSystem() throws Exception {
        system.<String>spawnBlocking("closer", inbox -> {
            assertThatThrownBy(() -> system.close(LONG))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("/test/closer");
            told.add(Internals.of(system).currentCell());
            told.add("refused");
        });
        assertThat(next()).hasToString("ActorRef[/test/closer]");
        assertThat(next()).isEqualTo("refused");
        assertThat(Internals.of(system).currentCell()).isNull();
    }

    @Test
    void shouldStopItself() throws Exception {
        ActorRef<String> actor = system.spawnBlocking(inbox -> {
            inbox.context().stop();
            inbox.receive();
        });
        get(system.whenStopped(actor));
    }

    @Test
    void shouldReceiveNothingThatWasSentAfterTheStop() throws Exception {
        for (int i = 0; i < 500; i++) {
            ActorRef<String> actor = system.spawnBlocking(inbox -> {
                while (true) {
                    told.add(inbox.receive());
                }
            });
            system.stop(actor);
            actor.tell("too late");
            get(system.whenStopped(actor));
        }
        ActorRef<String> itself = system.spawnBlocking(inbox -> {
            inbox.self().tell("too late");
            inbox.context().stop();
            while (true) {
                inbox.tryReceive().ifPresent(told::add);
                told.add(inbox.receive());
            }
        });
        get(system.whenStopped(itself));
        assertThat(told).isEmpty();
    }

    @Test
    void shouldRefuseToBeginOnAClosedScheduler() {
        scheduler.close(LONG);
        if (carrier == Carrier.WORKERS) {
            assertThatThrownBy(() -> system.spawnBlocking(Inbox::receive)).isInstanceOf(IllegalStateException.class);
            assertThat(system.snapshot().children()).isEmpty();
        }
    }
}
