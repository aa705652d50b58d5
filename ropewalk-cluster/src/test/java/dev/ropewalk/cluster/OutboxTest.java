package dev.ropewalk.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Outboxes of local clusters, on real folders. */
@Timeout(120)
class OutboxTest extends OutboxLives {
    @Test
    void shouldDeliverAllInOrder() throws Exception {
        Life life = begin(options().sender(ReliableOptions.defaults().windowMessages(8)));
        List<ReliableRef<String, Job>> refs =
                Stream.of("a", "b", "c").map(life::to).toList();
        for (long number = 0; number < 3000; number++) {
            for (ReliableRef<String, Job> ref : refs) {
                ref.tell(new Count(number));
            }
        }
        for (ReliableRef<String, Job> ref : refs) {
            get(ref.delivered());
            assertThat(done(ref.entity().key())).containsExactlyElementsOf(numbers(0, 3000));
            assertThat(ref.stats()).isEqualTo(new ReliableStats(3000, 0, 0, 0));
        }
        assertThat(life.outbox.stats()).isEqualTo(new OutboxStats(3, 0, 0));
        refs.forEach(ReliableRef::close);
        assertThat(life.outbox.stats()).isEqualTo(new OutboxStats(0, 0, 0));
    }

    @Test
    void shouldTellWhatBecameOfAMessage() throws Exception {
        ReliableRef<String, Job> ref = begin().to("a");
        get(ref.deliver(new Count(1)));
        CompletableFuture<Void> failed = ref.deliver(new Fail());
        get(ref.deliver(new Count(2)));
        assertThatThrownBy(() -> get(failed)).hasCauseInstanceOf(EntityFailedException.class);
        assertThat(done("a")).containsExactly(1L, 2L);
    }

    @Test
    void shouldKeepOnTheDiskWhatFindsNoRoomInTheWindow() throws Exception {
        Life life = begin(options().sender(ReliableOptions.defaults().windowMessages(4)));
        ReliableRef<String, Job> slow = life.to("slow");
        tellAll(slow, 0, 20_000);
        assertThat(slow.stats()).isEqualTo(new ReliableStats(0, 20_000, 0, 19_996));
        CompletableFuture<Void> last = slow.deliver(new Count(20_000));
        get(life.to("quick").deliver(new Count(1)));
        life.open.complete(null);
        get(last);
        assertThat(done("slow")).containsExactlyElementsOf(numbers(0, 20_001));
    }

    @Test
    void shouldSendAfterARestartWhatWasNotHandled() throws Exception {
        CompletableFuture<Void> unknown;
        CompletableFuture<Void> stored;
        CompletableFuture<Void> all;
        try (Life life = begin(options().sender(ReliableOptions.defaults().windowMessages(16)))) {
            ReliableRef<String, Job> slow = life.to("slow");
            tellAll(slow, 0, 50);
            unknown = life.to("slow too").deliver(new Count(0));
            stored = slow.deliver(new Count(50));
            all = slow.delivered();
            get(life.to("quick").deliver(new Count(0)));
        }
        for (CompletableFuture<Void> each : List.of(unknown, stored, all)) {
            assertThatThrownBy(() -> get(each))
                    .cause()
                    .isInstanceOf(UndeliveredException.class)
                    .hasMessageContaining("waits in the outbox in " + folder);
        }
        assertThat(done("slow")).isEmpty();
        Life next = begin();
        next.open.complete(null);
        ReliableRef<String, Job> slow = next.to("slow");
        tellAll(slow, 51, 100);
        get(slow.delivered());
        next.awaitAll();
        assertThat(done("slow")).containsExactlyElementsOf(numbers(0, 100));
        assertThat(done("slow too")).containsExactly(0L);
        assertThat(done("quick")).containsExactly(0L);
    }

    @Test
    void shouldEndWithItsCluster() {
        shouldEndBy(life -> life.cluster.close(Duration.ZERO));
    }

    @Test
    void shouldEndWithItsActorSystem() {
        shouldEndBy(life -> {
            life.system.close(Duration.ZERO);
            assertThatThrownBy(() -> life.cluster.outbox(options()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the local cluster of shop is closed: it can't open the outbox in "
                            + options().folder());
        });
    }

    private void shouldEndBy(Consumer<Life> end) {
        Life life = begin();
        ReliableRef<String, Job> slow = life.to("slow");
        slow.tell(new Count(0));
        end.accept(life);
        assertThatThrownBy(() -> slow.tell(new Count(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is closed");
        assertThatThrownBy(() -> life.to("slow")).isInstanceOf(IllegalStateException.class);
        Life next = begin();
        next.open.complete(null);
        next.awaitAll();
        assertThat(done("slow")).containsExactly(0L);
    }

    @Test
    void shouldRefuseAFolderThatIsOpen() {
        Life life = begin();
        assertThatThrownBy(() -> life.cluster.outbox(options()))
                .isInstanceOf(OutboxException.class)
                .hasMessage("the outbox in " + options().folder() + " is open already, in this process or another");
    }

    @Test
    void shouldPutAsideWhatCannotBeReadUntilItCan() throws Exception {
        try (Life life = begin()) {
            ReliableRef<String, Job> slow = life.to("slow");
            slow.tell(new Count(0));
            slow.tell(new Note("one"));
            slow.tell(new Count(1));
            slow.tell(new Note("two"));
        }
        for (int times = 0; times < 2; times++) {
            try (Life life = begin(options().codecs(FEWER))) {
                life.open.complete(null);
                life.awaitAll();
                assertThat(life.outbox.stats().unreadable()).isEqualTo(2);
                assertThat(done("slow")).containsExactly(0L, 1L);
            }
        }
        assertThat(log.messages("to a worker can't be read, and is put aside")).isNotEmpty();
        try (Life life = begin()) {
            life.open.complete(null);
            life.awaitAll();
            assertThat(life.outbox.stats().unreadable()).isZero();
            assertThat(done("slow")).containsExactly(0L, 1L, "one", "two");
        }
        begin().awaitAll();
        assertThat(done("slow")).hasSize(4);
    }

    @Test
    void shouldKeepMessagesToATypeThatIsNotHosted() {
        try (Life life = begin()) {
            tellAll(life.to("slow"), 0, 10);
        }
        try (Life life = new Life(options(), false)) {
            assertThat(life.outbox.stats()).isEqualTo(new OutboxStats(1, 10, 0));
        }
        assertThat(log.messages("10 messages in the outbox in")).hasSize(1);
        Life life = begin();
        life.open.complete(null);
        life.awaitAll();
        assertThat(done("slow")).containsExactlyElementsOf(numbers(0, 10));
    }

    @Test
    void shouldRefuseAMessageThatIsTooLarge() throws Exception {
        Life life = begin(options().segmentBytes(4096));
        ReliableRef<String, Job> ref = life.to("a");
        assertThatThrownBy(() -> ref.tell(new Note("x".repeat(5000))))
                .isInstanceOf(OutboxException.class)
                .hasMessageContaining("a message of 50")
                .hasMessageContaining("can't be stored in the outbox in " + folder);
        get(ref.deliver(new Count(1)));
        assertThat(done("a")).containsExactly(1L);
    }

    @Test
    void shouldWaitForTheDiskIfItIsTo() throws Exception {
        Life life = begin(options().forced(true));
        ReliableRef<String, Job> ref = life.to("a");
        tellAll(ref, 0, 20);
        get(ref.delivered());
        assertThat(done("a")).containsExactlyElementsOf(numbers(0, 20));
    }

    @Test
    void shouldRefuseWhatIsWrong() {
        Life life = begin();
        assertThatThrownBy(() -> life.cluster.outbox(OutboxOptions.defaults(folder.resolve("other"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has no codecs");
        assertThatThrownBy(() -> options().segmentBytes(5000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("5000");
        try (ActorSystem system = ActorSystem.create("other");
                Cluster other = Cluster.local(system)) {
            other.host(TYPE, entity -> job -> {});
            EntityRef<String, Job> stranger = other.entity(TYPE, "a");
            assertThatThrownBy(() -> life.outbox.to(stranger))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("another cluster");
        }
        ReliableRef<String, Job> ref = life.to("a");
        ref.close();
        assertThatThrownBy(() -> ref.tell(new Count(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is closed");
    }

    @Test
    void shouldKeepTheOrderOfEachThreadThoughRefsComeAndGo() throws Exception {
        Life life = begin(options().sender(ReliableOptions.defaults().windowMessages(8)));
        List<CompletableFuture<Void>> threads = LongStream.range(0, 4)
                .mapToObj(thread -> CompletableFuture.runAsync(
                        () -> {
                            for (long number = 0; number < 1000; number += 10) {
                                try (ReliableRef<String, Job> ref = life.to("shared")) {
                                    tellAll(ref, thread * 1000 + number, thread * 1000 + number + 10);
                                }
                            }
                        },
                        task -> Thread.ofPlatform().start(task)))
                .toList();
        for (CompletableFuture<Void> thread : threads) {
            get(thread);
        }
        life.awaitAll();
        for (long thread = 0; thread < 4; thread++) {
            long first = thread * 1000;
            assertThat(done("shared").stream().filter(number -> (long) number / 1000 == first / 1000))
                    .containsExactlyElementsOf(numbers(first, first + 1000));
        }
        Await.until("nothing is kept", () -> life.outbox.stats().entities() == 0, Duration.ofSeconds(60));
    }

    @Test
    void shouldCloseWhileThreadsTell() throws Exception {
        Life life = begin();
        ReliableRef<String, Job> ref = life.to("a");
        var told = new AtomicLong();
        CompletableFuture<Void> telling = CompletableFuture.runAsync(
                () -> {
                    try {
                        while (true) {
                            ref.tell(new Count(told.get()));
                            told.incrementAndGet();
                        }
                    } catch (IllegalStateException closed) {
                        assertThat(closed).hasMessageContaining("is closed");
                    }
                },
                task -> Thread.ofPlatform().start(task));
        Await.until("some are told", () -> told.get() > 1000, Duration.ofSeconds(60));
        life.close();
        get(telling);
        Life next = begin();
        next.awaitAll();
        assertThat(List.copyOf(done("a")).stream().distinct()).containsExactlyElementsOf(numbers(0, told.get()));
    }

    @Test
    void shouldPutAsideWhatThrowsErrorsWhenItIsRead() {
        try (Life life = begin()) {
            ReliableRef<String, Job> slow = life.to("slow");
            slow.tell(new Count(0));
            slow.tell(new Poison("one"));
            slow.tell(new Count(1));
        }
        Poison.isPoison = true;
        try (Life life = begin()) {
            life.open.complete(null);
            life.awaitAll();
            assertThat(life.outbox.stats().unreadable()).isEqualTo(1);
        } finally {
            Poison.isPoison = false;
        }
        assertThat(done("slow")).containsExactly(0L, 1L);
        Life life = begin();
        life.open.complete(null);
        life.awaitAll();
        assertThat(done("slow")).containsExactly(0L, 1L, "one");
    }

    @Test
    void shouldTellWhoWaitsThatAMessageWasPutAside() {
        Life life = begin(options().sender(ReliableOptions.defaults().windowMessages(1)));
        ReliableRef<String, Job> slow = life.to("slow");
        slow.tell(new Count(0));
        slow.tell(new Count(1));
        CompletableFuture<Void> delivered = slow.deliver(new Poison("one"));
        Poison.isPoison = true;
        try {
            life.open.complete(null);
            assertThatThrownBy(() -> get(delivered))
                    .hasCauseInstanceOf(UndeliveredException.class)
                    .hasMessageContaining("can't be read, and was put aside");
        } finally {
            Poison.isPoison = false;
        }
        assertThat(done("slow")).containsExactly(0L, 1L);
    }

    @Test
    void shouldTellWhoWaitsThatTheActorSystemHasEnded() {
        Life life = begin(options().sender(ReliableOptions.defaults().windowMessages(1)));
        ReliableRef<String, Job> slow = life.to("slow");
        slow.tell(new Count(0));
        CompletableFuture<Void> stored = slow.deliver(new Count(1));
        CompletableFuture<Void> all = slow.delivered();
        life.system.close(Duration.ZERO);
        assertThatThrownBy(() -> get(stored)).hasCauseInstanceOf(UndeliveredException.class);
        assertThatThrownBy(() -> get(all)).hasCauseInstanceOf(UndeliveredException.class);
        assertThatThrownBy(() -> get(slow.delivered())).hasCauseInstanceOf(UndeliveredException.class);
    }

    @Test
    void shouldSendWhatItHasPassedThoughMoreIsToldAllTheTime() throws Exception {
        int keys = 200;
        Life life = begin(options().sender(ReliableOptions.defaults().windowMessages(16)));
        tellAll(life.to("slow"), 0, 300);
        var told = new AtomicLong();
        var isOver = new AtomicBoolean();
        var flood = new Thread(
                () -> {
                    List<ReliableRef<String, Job>> others = new ArrayList<>();
                    for (int key = 0; key < keys; key++) {
                        others.add(life.to("key-" + key));
                    }
                    for (long number = 0; !isOver.get(); number++) {
                        others.get((int) (number % keys)).tell(new Count(number));
                        told.set(number);
                    }
                },
                "flood");
        flood.start();
        try {
            Await.until("much is told", () -> told.get() > 20_000, Duration.ofSeconds(60));
            life.open.complete(null);
            Await.until("the first ones are handled", () -> done("slow").size() == 300, Duration.ofSeconds(60));
        } finally {
            isOver.set(true);
            flood.join();
        }
        assertThat(done("slow")).containsExactlyElementsOf(numbers(0, 300));
    }
}
