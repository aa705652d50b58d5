package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.Sample;
import dev.ropewalk.testing.Signals;
import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What subscribers of a journal get, and where that leaves a cursor. */
@Timeout(60)
class RecordPublisherTest {
    private static final String CLOSED = "dev.ropewalk.journal.JournalClosedException: the journal in ";

    @TempDir(factory = MemoryTempDir.class)
    Path directory;

    private final Queue<Runnable> runs = new ConcurrentLinkedQueue<>();
    private final Executor executor = runs::add;

    @AutoClose
    private Journal journal;

    @AutoClose
    private TypedAppender<String> appender;

    @BeforeEach
    void setUp() {
        journal = Journal.open(directory, JournalOptions.defaults().segmentBytes(1 << 16));
        appender = journal.appender(Codec.strings());
    }

    private void append(String... values) {
        for (String value : values) {
            appender.append(value);
        }
    }

    private RecordPublisher<String> publisher() {
        return journal.publisher(Codec.strings()).on(executor);
    }

    private <S extends Flow.Subscriber<String>> S subscribed(RecordPublisher<String> publisher, S subscriber) {
        publisher.subscribe(subscriber);
        runAll();
        return subscriber;
    }

    private void runAll() {
        for (Runnable run = runs.poll(); run != null; run = runs.poll()) {
            run.run();
        }
    }

    private void runUntil(Signals<?> signals, String last) {
        Await.until(
                () -> "no " + last + " but " + signals.all(),
                () -> {
                    runAll();
                    return !signals.all().isEmpty() && signals.all().getLast().equals(last);
                },
                Await.DEADLINE);
    }

    private void request(Signals<?> signals, long elements) {
        signals.subscription().request(elements);
        runAll();
    }

    /** A look for more records may be under way, and come in between. */
    private void awaitCursor(long index) {
        Await.until("the cursor is elsewhere", () -> {
            runAll();
            return cursor("billing") == index;
        });
    }

    private long cursor(String name) {
        return Objects.requireNonNull(journal.cursorIndexes().get(name));
    }

    @Test
    void shouldReadOnlyWhatIsRequested() {
        append("a", "b", "c");
        List<Long> mapped = new ArrayList<>();
        Signals<String> signals = Signals.idle();
        journal.<String>publisher((memory, offset, length, index) -> {
                    mapped.add(index);
                    return "record " + index;
                })
                .on(executor)
                .subscribe(signals);
        runAll();
        assertThat(mapped).isEmpty();
        request(signals, 2);

        assertThat(signals.all()).containsExactly("record 0", "record 1");
        assertThat(mapped).containsExactly(0L, 1L);
    }

    @Test
    void shouldGiveWhatIsAppendedLater() {
        append("a");
        Signals<String> signals = subscribed(publisher(), Signals.requesting(Long.MAX_VALUE));
        assertThat(signals.all()).containsExactly("a");
        append("b");

        runUntil(signals, "b");
        signals.subscription().cancel();
        runAll();
        assertThat(signals.all()).containsExactly("a", "b");
    }

    @Test
    void shouldGiveCopiesOfRecords() {
        append("a");
        Signals<JournalRecord> signals = Signals.requesting(1);
        journal.publisher().on(executor).subscribe(signals);
        runAll();

        assertThat(signals.all()).containsExactly("JournalRecord[index=0, length=1]");
    }

    @Test
    void shouldStartWhereItIsTold() {
        append("a", "b", "c");
        Signals<String> second = subscribed(publisher().from(1), Signals.requesting(1));
        Signals<String> end = subscribed(publisher().fromEnd(), Signals.requesting(1));
        append("d");

        assertThat(second.all()).containsExactly("b");
        runUntil(end, "d");
        assertThat(end.all()).containsExactly("d");
        assertThatIllegalArgumentException().isThrownBy(() -> publisher().from(-1));
    }

    @Test
    void shouldGiveAllSubscribersTheSame() {
        append("a", "b");
        RecordPublisher<String> both = publisher().until(2);
        Signals<String> first = subscribed(both, Signals.requesting(1));
        Signals<String> second = subscribed(both, Signals.requesting(9));
        request(first, 1);

        assertThat(first.all()).isEqualTo(second.all()).containsExactly("a", "b", "complete");
    }

    @Test
    void shouldCompleteBeforeARecordThoughNothingIsRequested() {
        append("a", "b", "c");
        Signals<String> signals = subscribed(publisher().until(2), Signals.requesting(2));
        Signals<String> nothing = subscribed(publisher().from(1).until(1), Signals.idle());

        assertThat(signals.all()).containsExactly("a", "b", "complete");
        assertThat(nothing.all()).containsExactly("complete");
    }

    @Test
    void shouldCompleteWhereClaimsWereAborted() {
        append("a");
        try (Appender other = journal.appender()) {
            other.claim(8).abort();
        }
        Signals<String> signals = subscribed(publisher().until(2), Signals.requesting(2));
        append("c");

        runUntil(signals, "complete");
        assertThat(signals.all()).containsExactly("a", "complete");
    }

    @Test
    void shouldTellWhyItCantBegin() {
        append("a");
        Signals<String> past = subscribed(publisher().from(7), Signals.requesting(1));
        Signals<String> held;
        try (Tailer holder = journal.tailer("billing")) {
            assertThat(holder.index()).isZero();
            held = subscribed(publisher().cursor("billing"), Signals.requesting(1));
        }

        assertThat(past.all()).singleElement().asString().contains("index 7 is past the end, which is 1");
        assertThat(held.all()).singleElement().asString().contains(CursorHeldException.class.getName());
    }

    @Test
    void shouldLeaveNoCursorHeldWhenItCantBegin() {
        append("a");
        Scheduler broken = (Scheduler) Proxy.newProxyInstance(
                Scheduler.class.getClassLoader(), new Class<?>[] {Scheduler.class}, (_, _, _) -> {
                    throw new IllegalStateException("the rope broke");
                });
        Signals<String> refused = subscribed(publisher().cursor("billing").on(broken), Signals.requesting(1));
        Signals<String> next = subscribed(publisher().cursor("billing"), Signals.requesting(1));

        assertThat(refused.all()).containsExactly("java.lang.IllegalStateException: the rope broke");
        assertThat(next.all()).containsExactly("a");
    }

    @Test
    void shouldFailWithTheMapper() {
        append("a", "b");
        Signals<String> signals = Signals.requesting(5);
        journal.<String>publisher((memory, offset, length, index) -> {
                    if (index == 1) {
                        throw new IllegalStateException("the rope broke");
                    }
                    return "a";
                })
                .cursor("billing")
                .on(executor)
                .subscribe(signals);
        runAll();

        assertThat(signals.all()).containsExactly("a", "java.lang.IllegalStateException: the rope broke");
        try (Tailer free = journal.tailer("billing")) {
            assertThat(free.index()).isZero();
        }
    }

    @Test
    @SuppressWarnings("NullAway") // that is what is tested
    void shouldFailIfTheMapperReturnsNull() {
        append("a");
        Signals<String> signals = Signals.requesting(5);
        journal.<String>publisher((memory, offset, length, index) -> null)
                .on(executor)
                .subscribe(signals);
        runAll();

        assertThat(signals.all())
                .containsExactly("java.lang.NullPointerException: the mapper returned null for record 0");
    }

    @Test
    void shouldTellOfAClosedJournalThoughNothingIsRequested() {
        append("a");
        Signals<String> idle = subscribed(publisher(), Signals.idle());
        Signals<String> waiting = subscribed(publisher().fromEnd(), Signals.requesting(1));
        journal.close();
        runAll();
        Await.until("nothing was told", () -> {
            runAll();
            return !waiting.all().isEmpty();
        });

        assertThat(idle.all()).singleElement().asString().startsWith(CLOSED);
        assertThat(waiting.all()).singleElement().asString().startsWith(CLOSED);
    }

    @Test
    void shouldTellThatTheJournalWasClosedBefore() {
        RecordPublisher<String> publisher = publisher();
        journal.close();

        assertThat(subscribed(publisher, Signals.idle()).all())
                .singleElement()
                .asString()
                .startsWith(CLOSED);
    }

    @Test
    void shouldTellOfASchedulerThatEndsWhileItWaits() {
        Scheduler scheduler = Scheduler.create();
        Signals<String> signals = Signals.requesting(1);
        journal.publisher(Codec.strings()).on(scheduler).subscribe(signals);
        scheduler.close();

        Await.until("nothing was told", () -> !signals.all().isEmpty());
        assertThat(signals.all()).singleElement().asString().contains(RejectedExecutionException.class.getName());
    }

    @Test
    void shouldCommitWhatIsAskedBeyond() {
        append("a", "b", "c", "d");
        Signals<String> signals = subscribed(publisher().cursor("billing"), Signals.requesting(1));
        assertThat(cursor("billing")).isZero();
        request(signals, 1);
        assertThat(cursor("billing")).isEqualTo(1);
        request(signals, 1);
        assertThat(cursor("billing")).isEqualTo(2);
        signals.subscription().cancel();
        runAll();

        Signals<String> next = subscribed(publisher().cursor("billing"), Signals.requesting(9));
        assertThat(signals.all()).containsExactly("a", "b", "c");
        assertThat(next.all()).containsExactly("c", "d");
    }

    @Test
    void shouldNotCommitWhatAWindowMayHold() {
        append("a", "b", "c", "d", "e", "f");
        Signals<String> signals = subscribed(publisher().cursor("billing"), Signals.requesting(4));
        request(signals, 1);
        assertThat(cursor("billing")).isEqualTo(1);
        request(signals, 2);
        assertThat(cursor("billing")).isEqualTo(3);
        request(signals, 1);

        awaitCursor(4);
        assertThat(signals.all()).hasSize(6);
    }

    @Test
    void shouldCountWhatIsRequestedWhileARecordIsRead() {
        append("a", "b", "c");
        Signals<String> signals = Signals.requesting(1);
        journal.<String>publisher((memory, offset, length, index) -> {
                    if (index == 0) {
                        signals.subscription().request(1);
                    }
                    return "record " + index;
                })
                .cursor("billing")
                .on(executor)
                .subscribe(signals);
        runAll();
        assertThat(signals.all()).containsExactly("record 0", "record 1");
        assertThat(cursor("billing")).isZero();
        request(signals, 1);

        assertThat(cursor("billing")).isEqualTo(1);
    }

    @Test
    void shouldCommitWithoutABoundWhatItHasHad() {
        append("a", "b");
        List<Long> whileGiven = new ArrayList<>();
        Signals<String> signals = Signals.requesting(Long.MAX_VALUE);
        journal.<String>publisher((memory, offset, length, index) -> {
                    whileGiven.add(cursor("billing"));
                    return "record " + index;
                })
                .cursor("billing")
                .on(executor)
                .subscribe(signals);
        runAll();

        assertThat(whileGiven).containsExactly(0L, 1L);
        assertThat(cursor("billing")).isEqualTo(2);
    }

    @Test
    void shouldCommitOverGaps() {
        append("a", "b");
        try (Appender other = journal.appender()) {
            other.claim(8).abort();
        }
        append("c", "d");
        Signals<String> signals = subscribed(publisher().cursor("billing"), Signals.requesting(2));
        request(signals, 2);
        assertThat(cursor("billing")).isEqualTo(2);
        request(signals, 1);
        assertThat(cursor("billing")).isEqualTo(4);
        request(signals, 1);

        awaitCursor(5);
        assertThat(signals.all()).containsExactly("a", "b", "c", "d");
    }

    @Test
    void shouldCancelASubscriberThatThrowsAndGiveTheRecordAgain() {
        append("a", "b");
        Flow.Subscriber<String> broken = new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
            }

            @Override
            public void onNext(String element) {
                throw new IllegalStateException("the rope broke");
            }

            @Override
            public void onError(Throwable cause) {
                throw new AssertionError(cause);
            }

            @Override
            public void onComplete() {
                throw new AssertionError();
            }
        };
        Flow.Subscriber<String> ignored = subscribed(publisher().cursor("billing"), broken);

        assertThat(subscribed(publisher().cursor("billing"), Signals.requesting(9))
                        .all())
                .containsExactly("a", "b");
    }

    @Test
    void shouldForgetASubscriberThatHasCancelled() {
        var cancelled = new WeakReference<>(cancelled());

        Await.until("the subscriber is garbage", () -> {
            runAll();
            System.gc();
            return cancelled.refersTo(null);
        });
    }

    private Signals<String> cancelled() {
        Signals<String> signals = subscribed(publisher(), Signals.requesting(5));
        signals.subscription().cancel();
        runAll();
        return signals;
    }

    @Test
    void shouldLoseAndDoubleNothingWhileOthersAppend() throws InterruptedException {
        int records = Sample.of(5_000, 100_000);
        try (Scheduler scheduler = Scheduler.create()) {
            Signals<String> signals = Signals.requesting(Long.MAX_VALUE);
            journal.publisher(Codec.strings()).until(records).on(scheduler).subscribe(signals);
            Thread writer = Thread.ofPlatform().start(() -> {
                for (int i = 0; i < records; i++) {
                    append(Integer.toString(i));
                }
            });
            writer.join();

            List<String> all = signals.await("complete");
            assertThat(all).hasSize(records + 1);
            for (int i = 0; i < records; i++) {
                assertThat(all.get(i)).isEqualTo(Integer.toString(i));
            }
        }
    }
}
