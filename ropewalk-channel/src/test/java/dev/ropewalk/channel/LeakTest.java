package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is done or given up keeps nothing in memory. */
@Timeout(60)
class LeakTest {
    private static final Duration HOUR = Duration.ofHours(1);

    /** How many of those that were stopped a sleeping scheduler may keep. */
    private static final int MAX_STOPPED_TIMERS = 1024;

    private final Parties parties = new Parties();
    private final ManualExecutor executor = new ManualExecutor();
    private final List<WeakReference<Object>> watched = new ArrayList<>();

    @AfterEach
    void close() {
        parties.close();
    }

    private Object watch(Object object) {
        watched.add(new WeakReference<>(object));
        return object;
    }

    private Object newElement() {
        return watch(new byte[10]);
    }

    private <R> Consumer<R> newCallback() {
        List<Object> state = new ArrayList<>();
        watch(state);
        return state::add;
    }

    private void awaitCollection(Object... kept) {
        assertThat(watched).isNotEmpty();
        Await.until("the collection of all that isn't needed", () -> {
            System.gc();
            return watched.stream().allMatch(reference -> reference.get() == null);
        });
        assertThat(kept).doesNotContainNull();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldNotKeepWhatWasReceived(Kind kind) {
        Channel<Object> channel = kind.open();
        for (int i = 0; i < 3 * kind.fill(); i++) {
            channel.trySend(newElement());
            if (i % 3 == 0) {
                assertThat(channel.tryReceive()).isPresent();
            }
        }
        channel.receiveAsync(executor, newCallback());
        channel.trySend(newElement());
        channel.drainTo(new ArrayList<>(), 1000);
        executor.runAll();
        awaitCollection(channel);
    }

    @ParameterizedTest
    @MethodSource("dev.ropewalk.channel.Kind#withBuffer")
    void shouldNotKeepWhatIsUndelivered(Kind kind) {
        Channel<Object> channel = kind.open();
        for (int i = 0; i < kind.fill(); i++) {
            channel.trySend(newElement());
        }
        channel.fail(new IllegalStateException());
        awaitCollection(channel);
    }

    @Test
    void shouldNotKeepWhatWasCancelled() {
        Channel<Object> channel = Channel.rendezvous();
        List<PendingOperation> operations = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            operations.add(channel.sendAsync(newElement(), executor, result -> {}));
        }
        operations.forEach(PendingOperation::cancel);
        for (int i = 0; i < 100; i++) {
            PendingOperation operation = channel.receiveAsync(executor, newCallback());
            assertThat(operation.cancel()).isTrue();
        }
        awaitCollection(channel, operations);
    }

    @Test
    void shouldNotKeepElementsInOperationsThatAreDone() {
        Channel<Object> channel = Channel.buffered(1);
        List<PendingOperation> operations = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            operations.add(channel.sendAsync(newElement(), executor, result -> {}));
        }
        for (int i = 0; i < 15; i++) {
            operations.add(channel.receiveAsync(executor, result -> {}));
        }
        for (int i = 0; i < 5; i++) {
            channel.trySend(newElement());
        }
        executor.runAll();
        assertThat(channel.stats().receives()).isEqualTo(15);
        awaitCollection(channel, operations);
    }

    @Test
    void shouldNotKeepWhatThreadsGaveUp() throws Exception {
        Channel<Object> channel = Channel.rendezvous();
        for (Party party : List.of(Party.PLATFORM_THREAD, Party.VIRTUAL_THREAD, Party.CARRIED_THREAD)) {
            for (int i = 0; i < 5; i++) {
                sendInVain(party, channel);
                Operation<ReceiveResult<Object>> receive = parties.waitingReceive(party, channel);
                receive.giveUp();
                Await.until("the end of waiting", () -> channel.stats().waitingReceivers() == 0);
            }
        }
        assertThat(channel.stats().waitingSenders()).isZero();
        awaitCollection(channel);
    }

    private void sendInVain(Party party, Channel<Object> channel) throws Exception {
        Object element = newElement();
        assertThat(parties.run(party, () -> channel.send(element, Duration.ofMillis(1)))
                        .outcome())
                .isFalse();
    }

    @Test
    void shouldNotKeepSelectsThatWereCancelledOrServed() {
        Channel<Object> busy = Channel.rendezvous();
        Channel<Object> quiet = Channel.rendezvous();
        for (int i = 0; i < 100; i++) {
            newSelect(busy, quiet).selectAsync(executor, newCallback()).cancel();
            newSelect(busy, quiet).selectAsync(executor, newCallback());
            assertThat(busy.trySend(newElement())).isTrue();
        }
        executor.runAll();
        assertThat(quiet.stats().waitingReceivers()).isZero();
        assertThat(quiet.stats().waitingSenders()).isZero();
        awaitCollection(busy, quiet);
    }

    private Select<Object> newSelect(Channel<Object> busy, Channel<Object> quiet) {
        Object element = newElement();
        return Select.fair()
                .receive(busy, received -> received)
                .receive(quiet, received -> received)
                .send(quiet, () -> element, () -> "sent")
                .build();
    }

    @Test
    void shouldNotKeepElementsForTimersThatWereStopped() {
        Channel<Object> channel = Channel.rendezvous();
        for (int i = 0; i < 100; i++) {
            serveTimedSelect(channel, ignored -> {}, newElement());
        }
        awaitCollection(channel, parties);
    }

    @Test
    void shouldNotLetStoppedTimersPileUp() {
        Channel<Object> channel = Channel.rendezvous();
        for (int i = 0; i < 4 * MAX_STOPPED_TIMERS; i++) {
            serveTimedSelect(channel, newCallback(), i);
            newTimedSelect(channel).selectAsync(parties.strand(), newCallback()).cancel();
        }
        Await.until("the collection of most that isn't needed", () -> {
            System.gc();
            return watched.stream().filter(reference -> reference.get() != null).count() <= MAX_STOPPED_TIMERS;
        });
    }

    private void serveTimedSelect(Channel<Object> channel, Consumer<Object> callback, Object element) {
        newTimedSelect(channel).selectAsync(parties.strand(), callback);
        assertThat(channel.trySend(element)).isTrue();
    }

    private static Select<Object> newTimedSelect(Channel<Object> channel) {
        return Select.fair()
                .receive(channel, received -> received)
                .timeout(HOUR, () -> "late")
                .build();
    }

    @Test
    void shouldBeCollectedWithThoseWhoWait() {
        for (int i = 0; i < 10; i++) {
            Channel<Object> forgotten = Channel.rendezvous();
            watch(forgotten);
            forgotten.receiveAsync(executor, newCallback());
            Channel<Object> full = Channel.rendezvous();
            watch(full);
            full.sendAsync(newElement(), executor, newCallback());
        }
        awaitCollection(executor);
    }
}
