package dev.ropewalk.channel;

import dev.ropewalk.base.Nulls;
import dev.ropewalk.channel.operator.BatchOperator;
import dev.ropewalk.channel.operator.Changes;
import dev.ropewalk.channel.operator.DebounceOperator;
import dev.ropewalk.channel.operator.FilterOperator;
import dev.ropewalk.channel.operator.FlatMapOperator;
import dev.ropewalk.channel.operator.MapOperator;
import dev.ropewalk.channel.operator.OperatorEnd;
import dev.ropewalk.channel.operator.Production;
import dev.ropewalk.channel.operator.TakeOperator;
import dev.ropewalk.channel.operator.ZipOperator;
import dev.ropewalk.channel.scope.VirtualThreadScope;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Operators: what goes in at some channels comes out of another, changed or not. Each runs as a process of the scope that it is
 * given, or as several, and so can't outlive it. All methods may be called from any thread that may spawn in the scope.
 *
 * <p>Every operator comes in two forms. One sends to a channel that the caller gives, which belongs to that operator alone from
 * then on: it has the kind, the name and the handler that the caller wants, and may be used outside of the scope. The other
 * returns a rendezvous that belongs to the scope, so that nothing is buffered without the caller's knowledge.
 *
 * <p>How they end, which is the same for all:
 *
 * <table class="striped">
 * <caption>The end of an operator</caption>
 * <tr><th>what happens<th>to its target<th>to its sources<th>to its scope
 * <tr><td>all sources are closed<td>is closed, when everything was sent<td><td>
 * <tr><td>a source fails<td>fails with the same cause<td>the others fail with it, too<td>
 * <tr><td>the target fails<td><td>fail with the same cause, at the next element<td>
 * <tr><td>the target is closed<td><td>fail with a {@link ChannelClosedException}, at the next element<td>
 * <tr><td>{@link #take} has enough, or a partner of {@link #zip} is closed<td>is closed<td>fail with a {@link
 *     ChannelClosedException}<td>
 * <tr><td>a function throws<td>fails with that<td>fail with that<td>fails with that
 * <tr><td>the scope fails or is cancelled<td>fails with the scope's cause<td>fail with that<td>
 * </table>
 *
 * <p>A source that was closed before stays closed: senders that still wait there get the cause, and what is left in it is undelivered.
 * So when an operator has ended, no sender and no receiver waits for it. An element that it has received and
 * hasn't passed on by then is undelivered at the channel that it came from, whose {@linkplain ChannelBuilder#onUndelivered
 * handler} gets it; the target counts nothing of it. Order is kept among the elements of one source.
 *
 * <p>The operators are those of Kotlin's channels, ReactiveX and Pekko Streams; that each is a process between channels is
 * Hoare's <em>pipe</em>. Demand needs no protocol here: a receiver that doesn't receive makes the operators before it wait.
 *
 * {@snippet class="dev.ropewalk.channel.snippets.ChannelSnippets" region="operators" :
 * Channel<Order> orders = Channel.buffered(100);
 * Receiver<Row> rows = Channels.map(scope, orders, Row::of);
 * for (List<Row> batch : Channels.batch(scope, rows, 50, Duration.ofMillis(10))) {
 *     table.insert(batch);
 * }
 * }
 */
public final class Channels {
    private Channels() {}

    /**
     * Sends everything that comes from one channel to another, which it ends in the same way.
     *
     * @param to belongs to this operator alone
     */
    public static <T> void pipe(ProcessScope scope, Receiver<T> from, Sender<? super T> to) {
        VirtualThreadScope processes = VirtualThreadScope.of(scope);
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
        OperatorEnd end = new OperatorEnd(List.of(from), to::close, to::fail);
        processes.spawn("pipe of " + from.name(), new MapOperator<>(from, Function.identity(), to, end));
    }

    /** As {@link #map(ProcessScope, Receiver, Function, Sender)}, to a new channel. */
    public static <T, R> Receiver<R> map(ProcessScope scope, Receiver<T> from, Function<? super T, ? extends R> fn) {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(fn, "fn");
        Channel<R> to = derived(scope, "map of " + from.name());
        map(scope, from, fn, to);
        return to;
    }

    /**
     * Sends what a function makes of each element. Elements are mapped one after another, in their order.
     *
     * @param fn is called by the process, so it may block; null that it returns is a failure
     * @param to belongs to this operator alone
     */
    public static <T, R> void map(
            ProcessScope scope, Receiver<T> from, Function<? super T, ? extends R> fn, Sender<? super R> to) {
        VirtualThreadScope processes = VirtualThreadScope.of(scope);
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(fn, "fn");
        Objects.requireNonNull(to, "to");
        OperatorEnd end = new OperatorEnd(List.of(from), to::close, to::fail);
        processes.spawn("map of " + from.name(), new MapOperator<>(from, fn, to, end));
    }

    /** As {@link #filter(ProcessScope, Receiver, Predicate, Sender)}, to a new channel. */
    public static <T> Receiver<T> filter(ProcessScope scope, Receiver<T> from, Predicate<? super T> chosen) {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(chosen, "chosen");
        Channel<T> to = derived(scope, "filter of " + from.name());
        filter(scope, from, chosen, to);
        return to;
    }

    /**
     * Sends the elements that a predicate chooses. The others are received and gone; no handler gets them.
     *
     * @param chosen is called by the process, so it may block
     * @param to belongs to this operator alone
     */
    public static <T> void filter(
            ProcessScope scope, Receiver<T> from, Predicate<? super T> chosen, Sender<? super T> to) {
        VirtualThreadScope processes = VirtualThreadScope.of(scope);
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(chosen, "chosen");
        Objects.requireNonNull(to, "to");
        OperatorEnd end = new OperatorEnd(List.of(from), to::close, to::fail);
        processes.spawn("filter of " + from.name(), new FilterOperator<>(from, chosen, to, end));
    }

    /** As {@link #distinctUntilChanged(ProcessScope, Receiver, Sender)}, to a new channel. */
    public static <T> Receiver<T> distinctUntilChanged(ProcessScope scope, Receiver<T> from) {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(from, "from");
        Channel<T> to = derived(scope, "changes of " + from.name());
        distinctUntilChanged(scope, from, to);
        return to;
    }

    /**
     * Sends each element that isn't equal to the one before it. The others are received and gone; no handler gets them.
     *
     * @param to belongs to this operator alone
     */
    public static <T> void distinctUntilChanged(ProcessScope scope, Receiver<T> from, Sender<? super T> to) {
        VirtualThreadScope processes = VirtualThreadScope.of(scope);
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
        OperatorEnd end = new OperatorEnd(List.of(from), to::close, to::fail);
        processes.spawn("changes of " + from.name(), new FilterOperator<>(from, new Changes(), to, end));
    }

    /** As {@link #take(ProcessScope, Receiver, long, Sender)}, to a new channel. */
    public static <T> Receiver<T> take(ProcessScope scope, Receiver<T> from, long most) {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(from, "from");
        Channel<T> to = derived(scope, "first of " + from.name());
        take(scope, from, most, to);
        return to;
    }

    /**
     * Sends the first elements, closes the target, and fails the source with a {@link ChannelClosedException}: what is left there is
     * undelivered.
     *
     * @param most how many elements to send at most, above zero
     * @param to belongs to this operator alone
     * @throws IllegalArgumentException if the number isn't above zero
     */
    public static <T> void take(ProcessScope scope, Receiver<T> from, long most, Sender<? super T> to) {
        VirtualThreadScope processes = VirtualThreadScope.of(scope);
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
        OperatorEnd end = new OperatorEnd(List.of(from), to::close, to::fail);
        processes.spawn("first of " + from.name(), new TakeOperator<>(from, most, to, end));
    }

    /** As {@link #flatMap(ProcessScope, Receiver, Function, Sender)}, to a new channel. */
    public static <T, R> Receiver<R> flatMap(
            ProcessScope scope, Receiver<T> from, Function<? super T, ? extends Iterable<? extends R>> fn) {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(fn, "fn");
        Channel<R> to = derived(scope, "flat map of " + from.name());
        flatMap(scope, from, fn, to);
        return to;
    }

    /**
     * Sends what a function makes of each element: all of a collection, or all that comes from another channel until that is closed. One
     * follows after the other, in their order. Another channel is a source while its elements are passed on, and ends as one.
     *
     * @param fn is called by the process, so it may block; null is a failure, in what it returns, too
     * @param to belongs to this operator alone
     */
    public static <T, R> void flatMap(
            ProcessScope scope,
            Receiver<T> from,
            Function<? super T, ? extends Iterable<? extends R>> fn,
            Sender<? super R> to) {
        VirtualThreadScope processes = VirtualThreadScope.of(scope);
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(fn, "fn");
        Objects.requireNonNull(to, "to");
        OperatorEnd end = new OperatorEnd(List.of(from), to::close, to::fail);
        processes.spawn("flat map of " + from.name(), new FlatMapOperator<>(from, fn, to, end));
    }

    /** As {@link #zip(ProcessScope, Receiver, Receiver, BiFunction, Sender)}, to a new channel. */
    public static <T, U, R> Receiver<R> zip(
            ProcessScope scope, Receiver<T> left, Receiver<U> right, BiFunction<? super T, ? super U, ? extends R> fn) {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(left, "left");
        Objects.requireNonNull(right, "right");
        Objects.requireNonNull(fn, "fn");
        Channel<R> to = derived(scope, "zip of " + List.of(left.name(), right.name()));
        zip(scope, left, right, fn, to);
        return to;
    }

    /**
     * Sends what a function makes of one element of each of two channels, the first of both, the second of both and so on. It receives
     * from the left one first. When one is closed and empty, the target is closed, and the other source fails with a {@link
     * ChannelClosedException}: what is left there has no partner and is undelivered.
     *
     * @param fn is called by the process, so it may block; null that it returns is a failure
     * @param to belongs to this operator alone
     */
    public static <T, U, R> void zip(
            ProcessScope scope,
            Receiver<T> left,
            Receiver<U> right,
            BiFunction<? super T, ? super U, ? extends R> fn,
            Sender<? super R> to) {
        VirtualThreadScope processes = VirtualThreadScope.of(scope);
        Objects.requireNonNull(left, "left");
        Objects.requireNonNull(right, "right");
        Objects.requireNonNull(fn, "fn");
        Objects.requireNonNull(to, "to");
        processes.spawn(
                "zip of " + List.of(left.name(), right.name()),
                new ZipOperator<>(left, right, fn, to, OperatorEnd.ofPair(left, right, to)));
    }

    /** As {@link #debounce(ProcessScope, Receiver, Duration, Sender)}, to a new channel. */
    public static <T> Receiver<T> debounce(ProcessScope scope, Receiver<T> from, Duration quiet) {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(quiet, "quiet");
        Channel<T> to = derived(scope, "debounce of " + from.name());
        debounce(scope, from, quiet, to);
        return to;
    }

    /**
     * Sends an element when no other has come for some time, or the source was closed. An element that another one follows sooner is
     * undelivered at the source. While an element waits to be sent no further ones are received.
     *
     * @param quiet how long no other element comes; zero leaves out those behind which another one is there already
     * @param to belongs to this operator alone
     * @throws IllegalArgumentException if the time is negative
     */
    public static <T> void debounce(ProcessScope scope, Receiver<T> from, Duration quiet, Sender<? super T> to) {
        VirtualThreadScope processes = VirtualThreadScope.of(scope);
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(quiet, "quiet");
        Objects.requireNonNull(to, "to");
        OperatorEnd end = new OperatorEnd(List.of(from), to::close, to::fail);
        processes.spawn("debounce of " + from.name(), new DebounceOperator<>(from, quiet, to, end));
    }

    /** As {@link #produce(ProcessScope, Producer, Sender)}, to a new channel. */
    public static <T> Receiver<T> produce(ProcessScope scope, Producer<T> producer) {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(producer, "producer");
        Channel<T> to = scope.<T>channel().rendezvous();
        produce(scope, producer, to);
        return to;
    }

    /**
     * Sends what a producer sends, which runs as a process. The channel is closed when it returns, and fails with what it throws, and
     * the scope with it. When the channel has ended, because nobody receives any more, the producer is told by a {@link
     * ChannelClosedException} from its next send, and may end with that.
     *
     * @param to belongs to the producer alone
     */
    public static <T> void produce(ProcessScope scope, Producer<T> producer, Sender<T> to) {
        VirtualThreadScope processes = VirtualThreadScope.of(scope);
        Objects.requireNonNull(producer, "producer");
        Objects.requireNonNull(to, "to");
        processes.spawn("producer of " + to.name(), new Production<>(producer, to));
    }

    /** As {@link #merge(ProcessScope, List, Sender)}, to a new channel. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public static <T> Receiver<T> merge(ProcessScope scope, Receiver<? extends T>... from) {
        Objects.requireNonNull(scope, "scope");
        List<Receiver<? extends T>> sources = Nulls.copy(from, "from");
        Channel<T> to = derived(
                scope, "merge of " + sources.stream().map(Receiver::name).toList());
        merge(scope, sources, to);
        return to;
    }

    /**
     * Sends everything that comes from several channels, and closes the target when all of them are closed; at once if there
     * are none. It is fair: each source waits in the target's line like any other sender, with one element at a time.
     *
     * @param to belongs to this operator alone
     */
    public static <T> void merge(ProcessScope scope, List<? extends Receiver<? extends T>> from, Sender<? super T> to) {
        VirtualThreadScope processes = VirtualThreadScope.of(scope);
        List<Receiver<? extends T>> sources = Nulls.copy(from, "from");
        Objects.requireNonNull(to, "to");
        OperatorEnd end = new OperatorEnd(sources, to::close, to::fail);
        for (Receiver<? extends T> source : sources) {
            processes.spawn("merge of " + source.name(), new MapOperator<>(source, Function.identity(), to, end));
        }
        if (sources.isEmpty()) {
            to.close();
        }
    }

    /** As {@link #batch(ProcessScope, Receiver, int, Duration, Sender)}, to a new channel. */
    public static <T> Receiver<List<T>> batch(ProcessScope scope, Receiver<T> from, int size, Duration within) {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(within, "within");
        Channel<List<T>> to = derived(scope, "batches of " + from.name());
        batch(scope, from, size, within, to);
        return to;
    }

    /**
     * Sends elements in lists, which are immutable and never empty. A list is sent when it is full, when some time has passed
     * since its first element was received, or when the source was closed. While it waits to be sent no further elements are
     * received.
     *
     * @param size how many elements a list has at most, above zero
     * @param within how long the first element of a list waits for others; zero takes those that are there
     * @param to belongs to this operator alone
     * @throws IllegalArgumentException if the size isn't above zero, or the time is negative
     */
    public static <T> void batch(
            ProcessScope scope, Receiver<T> from, int size, Duration within, Sender<? super List<T>> to) {
        VirtualThreadScope processes = VirtualThreadScope.of(scope);
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(within, "within");
        Objects.requireNonNull(to, "to");
        OperatorEnd end = new OperatorEnd(List.of(from), to::close, to::fail);
        processes.spawn("batches of " + from.name(), new BatchOperator<>(from, size, within, to, end));
    }

    /**
     * Returns a broadcast of everything that comes from a channel.
     *
     * @see Broadcast
     */
    public static <T> Broadcast<T> broadcast(ProcessScope scope, Receiver<T> from) {
        VirtualThreadScope processes = VirtualThreadScope.of(scope);
        Objects.requireNonNull(from, "from");
        Broadcast<T> broadcast = new Broadcast<>(scope, from);
        processes.spawn("broadcast of " + from.name(), broadcast.operator());
        return broadcast;
    }

    private static <T> Channel<T> derived(ProcessScope scope, String name) {
        return scope.<T>channel().name(name).rendezvous();
    }
}
