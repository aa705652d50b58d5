package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What becomes of blocking actors whose code throws. */
class BlockingFailureTest extends BlockingActorTests {
    private static final Supervision RESUME = Supervision.always(Directive.RESUME);

    private final IllegalStateException failure = new IllegalStateException("on demand");
    private final AtomicInteger runs = new AtomicInteger();

    record Question(String text, ActorRef<String> replyTo) {}

    /** Tells what it receives, but for what makes it fail. */
    private void tellOrFail(Inbox<String> inbox) throws InterruptedException {
        told.add("begins");
        while (true) {
            String message = inbox.receive();
            if (message.equals("fail")) {
                throw failure;
            }
            told.add(message);
        }
    }

    private <M> ActorRef<M> spawnUnder(Supervision supervision, BlockingActor<M> actor) throws Exception {
        var child = new CompletableFuture<ActorRef<M>>();
        system.spawn(ActorOptions.defaults().childSupervision(supervision), context -> {
            child.complete(context.spawnBlocking("child", actor));
            return message -> {};
        });
        return get(child);
    }

    @Test
    void shouldGoOnWithTheSameInboxWhenResumed() throws Exception {
        ActorRef<String> actor = spawnUnder(RESUME, this::tellOrFail);
        for (String message : new String[] {"one", "fail", "two", "fail", "three"}) {
            actor.tell(message);
        }
        for (String expected : new String[] {"begins", "one", "begins", "two", "begins", "three"}) {
            assertThat(next()).isEqualTo(expected);
        }
    }

    @Test
    void shouldKeepWhatWasPassedOverWhenItBeginsAnew() throws Exception {
        ActorRef<String> actor = spawnUnder(Supervision.restart(), this::failAfterPassingOver);
        actor.tell("first");
        actor.tell("second");
        actor.tell("fail");
        actor.tell("third");
        for (String expected : new String[] {"first", "second", "third"}) {
            assertThat(next()).isEqualTo(expected);
        }
    }

    private void failAfterPassingOver(Inbox<String> inbox) throws InterruptedException {
        if (runs.incrementAndGet() == 1) {
            throw new IllegalStateException(inbox.receive("fail"::equals));
        }
        while (true) {
            told.add(inbox.receive());
        }
    }

    @Test
    void shouldStopTheChildrenThenWaitThenBeginAnew() throws Exception {
        Duration backoff = Duration.ofMillis(30);
        Supervision supervision = Supervision.restart().backoff(backoff, backoff, 0);
        ActorRef<String> actor = spawnUnder(supervision, inbox -> {
            told.add("begins");
            assertThat(inbox.context().children()).isEmpty();
            inbox.context().<String>spawnBlocking("grandchild", below -> {
                try {
                    below.receive();
                } finally {
                    told.add("grandchild ends");
                }
            });
            inbox.receive();
            told.add(System.nanoTime());
            throw failure;
        });
        actor.tell("fail");
        assertThat(next()).isEqualTo("begins");
        long failed = (long) next();
        assertThat(next()).isEqualTo("grandchild ends");
        assertThat(next()).isEqualTo("begins");
        assertThat(System.nanoTime() - failed).isGreaterThanOrEqualTo(backoff.toNanos());
        actor.tell("once more");
        assertThat(next()).isInstanceOf(Long.class);
    }

    @Test
    void shouldStopAfterTooManyRestarts() throws Exception {
        ActorRef<String> actor = spawnUnder(Supervision.restart().limit(2, LONG), inbox -> {
            told.add("begins");
            throw failure;
        });
        get(system.whenStopped(actor));
        assertThat(told).containsExactly("begins", "begins", "begins");
    }

    @Test
    void shouldStopWhileItWaitsForItsBackoff() throws Exception {
        var failed = new CountDownLatch(1);
        ActorRef<String> actor = spawnUnder(Supervision.restart().backoff(LONG, LONG, 0), inbox -> {
            failed.countDown();
            throw failure;
        });
        failed.await();
        Await.until("it waits", () -> stateOf(actor) == ActorSnapshot.State.FAILED);
        CompletableFuture<String> answer = actor.ask(replyTo -> "unheard", LONG);
        stopAndWait(actor);
        assertThatThrownBy(() -> get(answer)).hasCauseInstanceOf(ActorStoppedException.class);
    }

    @Test
    void shouldRestartASiblingThatRuns() throws Exception {
        var threads = new LinkedBlockingQueue<Thread>();
        var fails = new CompletableFuture<ActorRef<String>>();
        system.<String>spawn(
                ActorOptions.defaults().childSupervision(Supervision.restart().allForOne(true)), context -> {
                    context.<String>spawnBlocking("waits", inbox -> {
                        threads.add(Thread.currentThread());
                        told.add(Thread.currentThread().isInterrupted());
                        Thread.sleep(LONG);
                    });
                    fails.complete(context.spawnBlocking("fails", this::tellOrFail));
                    return message -> {};
                });
        // Else the one that waits may be interrupted before it has looked.
        Await.until("both began", () -> told.size() == 2);
        fails.join().tell("fail");
        Await.until("both began twice", () -> told.size() == 4);
        assertThat(told).containsExactlyInAnyOrder("begins", "begins", false, false);
        assertThat(threads).doesNotHaveDuplicates();
        assertThat(threads.element().join(LONG)).isTrue();
    }

    @Test
    void shouldGoOnWhileAFailureOfItsChildIsDecidedAbove() throws Exception {
        ActorRef<String> actor = spawnUnder(RESUME, inbox -> {
            told.add("begins");
            inbox.receive("never sent"::equals, Duration.ofMillis(1));
            told.add(inbox.receive());
        });
        ActorOptions<Object> escalating =
                ActorOptions.defaults().childSupervision(Supervision.always(Directive.ESCALATE));
        ActorRef<String> parent = system.spawnBlocking(escalating, inbox -> {
            ActorRef<String> child = inbox.context().spawnBlocking("child", this::tellOrFail);
            if (runs.incrementAndGet() == 1) {
                child.tell("fail");
            }
            tellOrFail(inbox);
        });
        actor.tell("unconcerned");
        Await.until("parent and child began twice", () -> told.size() >= 6);
        parent.tell("done");
        Await.until("the parent goes on", () -> told.contains("done"));
        Await.until("the other one goes on, too", () -> told.contains("unconcerned"));
    }

    @Test
    void shouldFailTheQuestionThatItFailedOver() throws Exception {
        ActorRef<Question> actor = spawnUnder(RESUME, inbox -> {
            while (true) {
                Question question = inbox.receive();
                if (question.text().equals("answer first")) {
                    question.replyTo().tell("answered");
                }
                if (!question.text().equals("leave")) {
                    throw failure;
                }
            }
        });
        assertThat(get(actor.<String>ask(to -> new Question("answer first", to), LONG)))
                .isEqualTo("answered");
        CompletableFuture<String> left = actor.ask(to -> new Question("leave", to), LONG);
        CompletableFuture<String> failed = actor.ask(to -> new Question("fail", to), LONG);
        assertThatThrownBy(() -> get(failed)).hasCause(failure);
        assertThat(left).isNotDone();
    }

    @Test
    void shouldFailTheQuestionThatItIsStoppedOver() throws Exception {
        ActorRef<Question> actor = system.spawnBlocking(inbox -> {
            inbox.receive();
            told.add("asked");
            Thread.sleep(LONG);
        });
        CompletableFuture<String> answer = actor.ask(to -> new Question("", to), LONG);
        assertThat(next()).isEqualTo("asked");
        system.stop(actor);
        assertThatThrownBy(() -> get(answer)).hasCauseInstanceOf(ActorStoppedException.class);
    }

    @Test
    void shouldLeaveAQuestionThatItHandedOn() throws Exception {
        var mayAnswer = new CountDownLatch(1);
        ActorRef<Question> second = system.spawnBlocking(inbox -> {
            Question question = inbox.receive();
            mayAnswer.await();
            question.replyTo().tell("answered");
        });
        ActorRef<Question> first = system.spawnBlocking(inbox -> {
            while (true) {
                second.tell(inbox.receive());
            }
        });
        CompletableFuture<String> answer = first.ask(to -> new Question("", to), LONG);
        Await.until("it was handed on", () -> stateOf(first) == ActorSnapshot.State.IDLE);
        stopAndWait(first);
        mayAnswer.countDown();
        assertThat(get(answer)).isEqualTo("answered");
    }

    @Test
    void shouldTakeAnInterruptOfItsOwnForAFailure() throws Exception {
        ActorRef<String> actor = spawnUnder(Supervision.restart(), inbox -> {
            told.add(Thread.currentThread().isInterrupted());
            if (inbox.receive().equals("interrupt")) {
                Thread.currentThread().interrupt();
                inbox.receive();
            }
        });
        actor.tell("interrupt");
        actor.tell("end");
        get(system.whenStopped(actor));
        assertThat(told).containsExactly(false, false);
    }

    @Test
    void shouldStopAndLetAnErrorOfTheJvmThrough() throws Exception {
        var error = new OutOfMemoryError("on demand");
        ActorRef<String> actor = system.spawnBlocking(inbox -> {
            inbox.receive();
            throw error;
        });
        actor.tell("fail");
        get(system.whenStopped(actor));
        Await.until("the scheduler hears of it", () -> uncaught.contains(error));
        uncaught.clear();
    }
}
