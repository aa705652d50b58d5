package dev.ropewalk.journal;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.base.flow.RefusedSubscription;
import dev.ropewalk.journal.flow.FlowLog;
import dev.ropewalk.journal.flow.RecordSubscription;
import dev.ropewalk.scheduler.park.FlowExecutor;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the records of a journal. Each subscriber has a tailer of its own, which is opened by {@code subscribe} and closed at the end: so all
 * get the same records in the same order, each as fast as it asks for them. A record is read and mapped only when it was requested.
 *
 * {@snippet class="dev.ropewalk.journal.snippets.JournalSnippets" region="publisher" :
 * journal.publisher(Codec.strings()).cursor("billing").subscribe(bills);
 * }
 *
 * <p>It starts {@linkplain #from with a record}, {@linkplain #fromEnd at the end}, or {@linkplain #cursor where a named cursor points};
 * unless one of these is called, with the oldest record. It goes on for ever, or {@linkplain #until up to a record}. It is a
 * description, immutable, and its methods return copies.
 *
 * <p>No thread waits. While a record is requested and none is there, the subscription looks again as often as {@link Tailer#await()} does, by a
 * timer: at first after 20 microseconds, at last every 10 milliseconds. While nothing is requested it does nothing.
 *
 * <p>Errors come by {@code onError}: that of opening the tailer, what {@link Tailer#poll(RecordHandler)} throws, what the mapper
 * throws, a {@link NullPointerException} if it returns null, a {@link JournalClosedException} as soon as the journal is closed, and a {@link
 * java.util.concurrent.RejectedExecutionException} if the scheduler ends. What a subscriber throws cancels it and is logged. {@code subscribe} throws nothing
 * of this. It opens files, and seeks, in the calling thread.
 *
 * <p>Thread-safe. What a writer did before it appended a record happens-before the mapper's call, and that before {@code onNext}.
 *
 * @param <T> the type of the elements
 */
public final class RecordPublisher<T> implements Flow.Publisher<T> {
    /** Opens the tailer of a subscriber. */
    private interface Start {
        Tailer open(Journal journal);
    }

    private final Journal journal;
    private final RecordMapper<? extends T> mapper;
    private final Start start;
    private final boolean commits;
    private final long until;
    private final @Nullable Executor executor;

    RecordPublisher(Journal journal, RecordMapper<? extends T> mapper) {
        this(journal, mapper, Journal::tailer, false, Long.MAX_VALUE, null);
    }

    private RecordPublisher(
            Journal journal,
            RecordMapper<? extends T> mapper,
            Start start,
            boolean commits,
            long until,
            @Nullable Executor executor) {
        this.journal = journal;
        this.mapper = mapper;
        this.start = start;
        this.commits = commits;
        this.until = until;
        this.executor = executor;
    }

    /**
     * Returns a copy that starts with the record of an index, as {@link Tailer#seek} says. If that isn't possible when a subscriber
     * comes, it is told of the {@link RecordsGoneException} or {@link IllegalArgumentException}.
     *
     * @throws IllegalArgumentException if the index is negative
     */
    public RecordPublisher<T> from(long index) {
        checkIndex(index);
        return startingBy(from -> sought(from.tailer(), tailer -> tailer.seek(index)), false);
    }

    /** Returns a copy that starts behind the last record that is committed when a subscriber comes, as {@link Tailer#seekToEnd} says. */
    public RecordPublisher<T> fromEnd() {
        return startingBy(from -> sought(from.tailer(), Tailer::seekToEnd), false);
    }

    /**
     * Returns a copy that starts where a named cursor points, see {@link Journal#tailer(String)}, and moves it by demand. A subscriber
     * holds the cursor until its subscription has ended; others are told of a {@link CursorHeldException} meanwhile. One that comes
     * later, after a crash, too, goes on where the cursor points.
     *
     * <p>What is promised: each record is given <i>at least once</i>, if a subscriber requests no more than it is done with. The cursor is moved past a record
     * when the subscriber has had it and has then requested as much again as the most that it had on request at one time. So one that
     * requests the next record when it is done with the one before, or the next hundred after the first hundred, loses
     * none: after a crash of its process, or after it has cancelled or failed, the records come again that it wasn't done with, and at most as many more as it ever had on
     * request at one time. After a crash of the machine an earlier place may count, as with {@link Tailer#commit()}.
     *
     * <p>A subscriber that requests without a bound says nothing by its demand. The cursor is moved past a record when
     * {@code onNext} has returned. What it has only put somewhere by then may be lost. So it is with what a subscriber hands on, to a channel for instance: it counts as done.
     *
     * @param name 1 to 100 letters, digits, and {@code .}, {@code _} or {@code -} after the first
     */
    public RecordPublisher<T> cursor(String name) {
        Objects.requireNonNull(name, "name");
        return startingBy(from -> from.tailer(name), true);
    }

    /**
     * Returns a copy that completes before the record of an index. With {@code journal.tailer().seekToEnd().index()} these are the
     * records that are there.
     *
     * @throws IllegalArgumentException if the index is negative
     */
    public RecordPublisher<T> until(long index) {
        checkIndex(index);
        return new RecordPublisher<>(journal, mapper, start, commits, index, executor);
    }

    /**
     * Returns a copy that calls mapper and subscribers by an executor, each subscriber by one call at a time. The default is the scheduler
     * on which the thread runs that subscribes, or else the JDK's common pool.
     *
     * @param executor a strand, an event loop, virtual threads. A scheduler has a strand for each subscriber. It is never blocked, unless
     *     the mapper or a subscriber blocks
     */
    public RecordPublisher<T> on(Executor executor) {
        Objects.requireNonNull(executor, "executor");
        return new RecordPublisher<>(journal, mapper, start, commits, until, executor);
    }

    private RecordPublisher<T> startingBy(Start other, boolean byCursor) {
        return new RecordPublisher<>(journal, mapper, other, byCursor, until, executor);
    }

    private static void checkIndex(long index) {
        if (index < 0) {
            throw new IllegalArgumentException("an index is at least 0: " + index);
        }
    }

    private static Tailer sought(Tailer tailer, UnaryOperator<Tailer> seek) {
        try {
            return seek.apply(tailer);
        } catch (RuntimeException | Error e) {
            tailer.close();
            throw e;
        }
    }

    @Override
    public void subscribe(Flow.Subscriber<? super T> subscriber) {
        Objects.requireNonNull(subscriber, "subscriber");
        StackRoom.require();
        RecordSubscription<T> subscription;
        try {
            subscription = opened(subscriber);
        } catch (RuntimeException | Error why) {
            RefusedSubscription.tell(subscriber, why, FlowLog::warn);
            return;
        }
        subscription.begin();
    }

    private RecordSubscription<T> opened(Flow.Subscriber<? super T> subscriber) {
        FlowExecutor by = new FlowExecutor(executor);
        Tailer tailer = start.open(journal);
        try {
            return new RecordSubscription<>(journal.flows(), tailer, until, commits, mapper, by, subscriber);
        } catch (RuntimeException | Error e) {
            tailer.close();
            throw e;
        }
    }
}
