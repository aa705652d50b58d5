package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.testing.Await;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Blocking actors whose mailboxes are bounded or ordered, or that send to such. */
class BlockingMailboxTest extends BlockingActorTests {
    private static final int MESSAGES = 5_000;

    private static ActorOptions<Object> bounded(int capacity, OverflowPolicy policy) {
        return ActorOptions.defaults().mailbox(Mailbox.bounded(capacity, policy));
    }

    private void expectAll() throws Exception {
        for (int i = 0; i < MESSAGES; i++) {
            assertThat(next()).isEqualTo(i);
        }
    }

    private void tellAll(Inbox<Integer> inbox) throws InterruptedException {
        while (true) {
            told.add(inbox.receive());
        }
    }

    @Test
    void shouldLetSendersWaitForRoom() throws Exception {
        ActorRef<Integer> blocking = system.spawnBlocking(bounded(3, OverflowPolicy.BLOCK), this::tellAll);
        IntStream.range(0, MESSAGES).forEach(blocking::tell);
        expectAll();
        system.spawnBlocking(inbox -> IntStream.range(0, MESSAGES).forEach(blocking::tell));
        expectAll();
        system.<Integer>spawn(context -> number -> {
                    blocking.tell(number);
                    if (number + 1 < MESSAGES) {
                        context.self().tell(number + 1);
                    }
                })
                .tell(0);
        expectAll();
    }

    @Test
    void shouldWaitForRoomInTheMailboxOfAnEventActor() throws Exception {
        ActorRef<Integer> event = system.spawn(bounded(3, OverflowPolicy.BLOCK), context -> number -> told.add(number));
        system.spawnBlocking(inbox -> IntStream.range(0, MESSAGES).forEach(event::tell));
        expectAll();
    }

    @Test
    void shouldStopWhileItWaitsForRoom() throws Exception {
        var mayReceive = new CountDownLatch(1);
        ActorRef<String> full = system.spawnBlocking(bounded(1, OverflowPolicy.BLOCK), inbox -> {
            mayReceive.await();
            told.add(inbox.receive());
            told.add(inbox.tryReceive().isEmpty());
        });
        full.tell("first");
        ActorRef<String> sender = system.spawnBlocking(inbox -> {
            told.add(Thread.currentThread());
            full.tell("second");
        });
        awaitWaiting((Thread) next());
        stopAndWait(sender);
        mayReceive.countDown();
        assertThat(next()).isEqualTo("first");
        assertThat(next()).isEqualTo(true);
    }

    @Test
    void shouldCountWhatWasPassedOverNoMore() throws Exception {
        ActorRef<String> actor = system.spawnBlocking(bounded(1, OverflowPolicy.FAIL), inbox -> {
            told.add(inbox.receive("wanted"::equals));
            told.add(inbox.receive());
        });
        actor.tell("passed over");
        Await.until("it was passed over", () -> actor.tryTell("wanted"));
        assertThat(next()).isEqualTo("wanted");
        assertThat(next()).isEqualTo("passed over");
    }

    @Test
    void shouldRefuseOrDropWhatDoesNotFit() throws Exception {
        var mayReceive = new CountDownLatch(1);
        BlockingActor<Integer> code = inbox -> {
            mayReceive.await();
            while (inbox.size() > 0) {
                inbox.tryReceive().ifPresent(told::add);
            }
        };
        ActorRef<Integer> oldest = system.spawnBlocking(bounded(2, OverflowPolicy.DROP_OLDEST), code);
        ActorRef<Integer> newest = system.spawnBlocking(bounded(2, OverflowPolicy.DROP_NEWEST), code);
        ActorRef<Integer> failing = system.spawnBlocking(bounded(2, OverflowPolicy.FAIL), code);
        for (int i = 0; i < 4; i++) {
            oldest.tell(i);
            newest.tell(10 + i);
        }
        failing.tell(20);
        failing.tell(21);
        assertThatThrownBy(() -> failing.tell(22)).isInstanceOf(MailboxFullException.class);
        mayReceive.countDown();
        for (ActorRef<Integer> actor : List.of(oldest, newest, failing)) {
            get(system.whenStopped(actor));
        }
        assertThat(told).containsExactlyInAnyOrder(2, 3, 10, 11, 20, 21);
    }

    @Test
    void shouldReceiveByPriority() throws Exception {
        var mayReceive = new CountDownLatch(1);
        ActorOptions<Integer> options =
                ActorOptions.defaults().mailbox(Mailbox.priority(Comparator.<Integer>naturalOrder()));
        ActorRef<Integer> actor = system.spawnBlocking(options, inbox -> {
            mayReceive.await();
            tellAll(inbox);
        });
        List.of(5, 1, 4, 2, 3).forEach(actor::tell);
        mayReceive.countDown();
        for (int i = 1; i <= 5; i++) {
            assertThat(next()).isEqualTo(i);
        }
    }

    @Test
    void shouldTellAskersWhatIsLeftInABoundedMailbox() throws Exception {
        record Question(ActorRef<String> replyTo) {}

        var mayEnd = new CountDownLatch(1);
        ActorRef<Question> actor = system.spawnBlocking(bounded(2, OverflowPolicy.BLOCK), inbox -> {
            told.add("runs");
            mayEnd.await();
        });
        assertThat(next()).isEqualTo("runs");
        CompletableFuture<String> left = actor.ask(Question::new, LONG);
        mayEnd.countDown();
        assertThatThrownBy(() -> get(left)).hasCauseInstanceOf(ActorStoppedException.class);
    }

    @Test
    void shouldBreakACycleOfFullMailboxes() throws Exception {
        int hops = 2_000;
        var both = new CompletableFuture<ActorRef<Integer>>();
        ActorRef<Integer> first = system.spawnBlocking(bounded(1, OverflowPolicy.BLOCK), inbox -> {
            ActorRef<Integer> second = both.get();
            pass(inbox, second);
        });
        ActorRef<Integer> second = system.spawnBlocking(bounded(1, OverflowPolicy.BLOCK), inbox -> pass(inbox, first));
        both.complete(second);
        for (int i = 0; i < 4; i++) {
            first.tell(hops);
            second.tell(hops);
        }
        for (int i = 0; i < 8; i++) {
            assertThat(next()).isEqualTo("arrived");
        }
    }

    /** Passes each message on, one hop shorter, until it has arrived. */
    private void pass(Inbox<Integer> inbox, ActorRef<Integer> to) throws InterruptedException {
        while (true) {
            int hops = inbox.receive();
            if (hops == 0) {
                told.add("arrived");
            } else {
                to.tell(hops - 1);
            }
        }
    }
}
