package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.MailboxKind.Letter;
import dev.ropewalk.actor.Recipient.Question;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What every kind of mailbox does as long as all messages fit, or senders wait. */
@ParameterizedClass
@MethodSource("dev.ropewalk.actor.MailboxKind#all")
@Timeout(60)
class MailboxContractTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private final MailboxKind kind;
    private final CapturedLog log = new CapturedLog("dev.ropewalk");
    private final ActorSystem system = ActorSystem.create("contract");

    MailboxContractTest(MailboxKind kind) {
        this.kind = kind;
    }

    @AfterEach
    void close() {
        system.close();
        log.close();
    }

    /** Notes the sender of each letter: each sender's letters must come in order, one at a time. */
    private static final class Clerk implements Actor<Object> {
        private final long[] last;
        private final AtomicInteger inside = new AtomicInteger();
        private final AtomicLong handled = new AtomicLong();
        private final List<String> faults = new ArrayList<>();

        Clerk(int senders) {
            last = new long[senders];
        }

        @Override
        public void receive(Object message) {
            if (inside.incrementAndGet() != 1) {
                faults.add("two at a time");
            }
            Letter letter = (Letter) message;
            if (letter.number() != ++last[letter.from()]) {
                faults.add(letter + " came as number " + last[letter.from()]);
            }
            inside.decrementAndGet();
            handled.incrementAndGet();
            if (letter.number() % 1000 == 0 && letter.from() == 0) {
                throw new IllegalStateException("on purpose");
            }
        }
    }

    @Test
    void shouldKeepTheOrderOfEachSenderAndLoseNothingThroughRestarts() throws Exception {
        int senders = 8;
        int each = 5_000;
        var clerk = new Clerk(senders);
        ActorOptions<Object> options = ActorOptions.defaults().name("clerk").mailbox(kind.mailbox());
        ActorRef<Object> ref = system.spawn(options, context -> message -> clerk.receive(message));
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < senders; i++) {
            int from = i;
            if (i < senders / 2) {
                Thread.Builder kindOfThread = i % 2 == 0 ? Thread.ofPlatform() : Thread.ofVirtual();
                threads.add(kindOfThread.start(() -> sendAll(ref, from, each)));
            } else {
                system.<Integer>spawn(context -> number -> {
                            ref.tell(new Letter(from, number));
                            if (number < each) {
                                context.self().tell(number + 1);
                            }
                        })
                        .tell(1);
            }
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Await.until("all letters are handled", () -> clerk.handled.get() == (long) senders * each);
        assertThat(clerk.faults).isEmpty();
    }

    private static void sendAll(ActorRef<Object> to, int from, int count) {
        for (int number = 1; number <= count; number++) {
            to.tell(new Letter(from, number));
        }
    }

    @Test
    void shouldAnswerQuestions() throws Exception {
        var recipient = new Recipient(system, kind.mailbox());
        for (String text : List.of("a", "b", "c")) {
            CompletableFuture<String> answer = recipient.ref.ask(replyTo -> new Question(text, replyTo), LONG);
            assertThat(answer.get(10, TimeUnit.SECONDS)).isEqualTo(text);
        }
    }

    @Test
    void shouldShowHowManyWait() {
        var recipient = new Recipient(system, kind.mailbox());
        Hold hold = recipient.hold();
        int count = Math.min(7, kind.room());
        for (int i = 0; i < count; i++) {
            assertThat(recipient.ref.tryTell(new Letter(i, 1))).isTrue();
        }
        assertThat(recipient.snapshot().waiting()).isEqualTo(count);
        hold.open();
        Await.until("all are handled", () -> recipient.received().size() == count);
        Await.until("nothing waits", () -> recipient.snapshot().waiting() == 0);
    }

    @Test
    void shouldHandleWhatWaitsBeforeTheSystemCloses() {
        var recipient = new Recipient(system, kind.mailbox());
        Hold hold = recipient.hold();
        List<CompletableFuture<Void>> sent = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            sent.add(recipient.ref.tellAsync(new Letter(i, 1)));
        }
        hold.open();
        assertThat(system.close(LONG).isComplete()).isTrue();
        assertThat(recipient.received()).hasSize(30);
        assertThat(sent).allMatch(CompletableFuture::isDone);
    }

    @Test
    void shouldTellAskersWhenTheActorStopsBeforeItComesToThem() throws Exception {
        var recipient = new Recipient(system, kind.mailbox());
        Hold hold = recipient.hold();
        var asking = new Recipient(system, Mailbox.unbounded());
        List<CompletableFuture<String>> answers = new ArrayList<>();
        var asked = new CompletableFuture<Void>();
        asking.ref.tell((Runnable) () -> {
            for (int i = 0; i < 5; i++) {
                answers.add(recipient.ref.ask(replyTo -> new Question("?", replyTo), LONG));
            }
            asked.complete(null);
        });
        asked.get(10, TimeUnit.SECONDS);
        system.stop(recipient.ref);
        hold.open();
        for (CompletableFuture<String> answer : answers) {
            assertThatThrownBy(() -> answer.get(10, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(ActorStoppedException.class);
        }
        assertThat(recipient.received()).isEmpty();
    }

    @Test
    void shouldLeaveNobodyWithoutAnAnswerWhoAsksWhileTheActorStops() throws Exception {
        for (int round = 0; round < 20; round++) {
            var recipient = new Recipient(system, kind.mailbox());
            var answers = new ConcurrentLinkedQueue<CompletableFuture<String>>();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                threads.add(Thread.ofPlatform().start(() -> {
                    for (int n = 0; n < 200; n++) {
                        answers.add(recipient.ref.ask(replyTo -> new Question("?", replyTo), Duration.ofDays(1)));
                    }
                }));
            }
            Await.until("some are answered", () -> recipient.received().size() > 10);
            system.stop(recipient.ref);
            for (Thread thread : threads) {
                thread.join();
            }
            Await.until("all have been told", () -> answers.stream().allMatch(CompletableFuture::isDone));
        }
    }

    @Test
    void shouldTakeNothingOnceTheActorHasStopped() throws Exception {
        var recipient = new Recipient(system, kind.mailbox());
        system.stop(recipient.ref);
        system.whenStopped(recipient.ref).get(10, TimeUnit.SECONDS);
        for (int i = 0; i < 15; i++) {
            recipient.ref.tell(new Letter(i, 1));
        }
        assertThat(recipient.ref.tryTell("x")).isFalse();
        assertThat(recipient.ref.tell("x", LONG)).isFalse();
        assertThat(recipient.ref.tellAsync("x")).succeedsWithin(LONG);
        CompletableFuture<String> answer = recipient.ref.ask(replyTo -> new Question("?", replyTo), LONG);
        assertThatThrownBy(() -> answer.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(ActorStoppedException.class);
        assertThat(recipient.received()).isEmpty();
    }

    @Test
    void shouldHandleTheSameObjectAsOftenAsItWasSent() {
        var recipient = new Recipient(system, kind.mailbox());
        var message = new Letter(0, 1);
        for (int i = 0; i < 100; i++) {
            recipient.ref.tell(message);
        }
        Await.until("all are handled", () -> recipient.received().size() == 100);
    }

    @Test
    void shouldKeepMessagesWhileTheActorIsBackingOff() {
        ActorOptions<Object> options = ActorOptions.defaults().mailbox(kind.mailbox());
        var handled = new AtomicInteger();
        ActorRef<Object> parent = system.spawn(
                ActorOptions.defaults()
                        .childSupervision(
                                Supervision.restart().backoff(Duration.ofMillis(50), Duration.ofMillis(50), 0)),
                context -> {
                    ActorRef<Object> child = context.spawn(options, inner -> message -> {
                        if (message instanceof RuntimeException failure) {
                            throw failure;
                        }
                        handled.incrementAndGet();
                    });
                    return message -> child.tell(message);
                });
        parent.tell(new IllegalStateException("on purpose"));
        for (int i = 0; i < 1000; i++) {
            parent.tell(new Letter(i, 1));
        }
        Await.until("all are handled", () -> handled.get() == 1000);
    }

    @Test
    void shouldKeepNoMessageAliveThatWasHandled() {
        AtomicInteger handled = new AtomicInteger();
        ActorRef<Object> ref = system.spawn(
                ActorOptions.defaults().mailbox(kind.mailbox()), context -> message -> handled.incrementAndGet());
        List<WeakReference<Object>> references = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            var message = new byte[100];
            references.add(new WeakReference<>(message));
            ref.tell(message);
        }
        Await.until("all are handled", () -> handled.get() == 100);
        Await.until("all are collected", () -> {
            System.gc();
            return references.stream().allMatch(reference -> reference.refersTo(null));
        });
    }
}
