package dev.ropewalk.flow;

import dev.ropewalk.base.CheckReturnValue;
import dev.ropewalk.base.Durations;
import dev.ropewalk.base.Nulls;
import dev.ropewalk.flow.chain.Chain;
import dev.ropewalk.flow.end.FutureEnd;
import dev.ropewalk.flow.end.SubscriberEnd;
import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collector;

/**
 * A source of elements, and what is done with them on their way: a publisher of {@link Flow} with operators. It is a plan. Nothing happens
 * before somebody subscribes, and each subscriber has a flow of its own.
 *
 * {@snippet class="dev.ropewalk.flow.snippets.FlowSnippets" region="source" :
 * CompletableFuture<Void> done = Source.from(orders)
 *         .filter(Order::isPaid)
 *         .map(Row::of)
 *         .async(scheduler)
 *         .batch(100, Duration.ofMillis(20), scheduler)
 *         .forEach(table::insert);
 * }
 *
 * <p>Threads: operators in a row are <em>fused</em>. Each calls the next, as statements of one method would, in the thread in which the
 * element comes. That is a thread of the publisher behind {@link #from}, the subscriber's when it requests something of another source,
 * or whichever executor the last {@link #async(Executor) boundary} names. In front of the first boundary a source that needs no thread of
 * its own ({@link #range}, {@link #generate}, {@link #iterate}, {@link #of(Iterable)}) runs there, too, with its operators. A
 * {@link #merge}, a {@link #zip}, a {@link #flatMap} or a timed {@link #batch(int, Duration, Scheduler) batch} behind it runs it for some
 * elements, or until the buffer is full, and does nothing else meanwhile: a slow source wants an {@code async} of its own there. One that
 * never brings another element, such as an endless {@link #generate} behind a filter that lets none through, isn't seen to be cancelled there
 * either.
 *
 * <p>Demand: no function is called for an element that nobody has requested, but for those that wait at a boundary, a {@link #merge}, a
 * {@link #zip} and the like: as many as its buffer holds, 256 if nothing else is said. So a flow has a bound, and a slow subscriber slows
 * its source down.
 *
 * <p>Failures: what a function throws ends the flow. The subscriber is told by {@code onError}, after the elements that came before, and
 * the source is cancelled. Elements are never null, nor is what functions return. Elements that a flow holds when it fails or is
 * cancelled go to nobody. A flow that can't be made, because there is no memory for its buffers or no stack for so many operators, fails, too.
 *
 * <p>The rules are those of Reactive Streams 1.0.4. Immutable and thread-safe, if its functions are. The name is that of Akka Streams;
 * fused stages and boundaries follow Reactor and RxJava.
 *
 * @param <T> the type of the elements
 */
@CheckReturnValue
public final class Source<T> implements Flow.Publisher<T> {
    private static final int BUFFER = 256;

    private final Chain<T> chain;

    private Source(Chain<T> chain) {
        this.chain = chain;
    }

    private static <T> Source<T> of(Chain<T> chain) {
        return new Source<>(chain);
    }

    // Where elements come from

    /** Returns what a publisher publishes. Each subscriber is one of the publisher, too. */
    public static <T> Source<T> from(Flow.Publisher<? extends T> publisher) {
        return of(Chains.from(Objects.requireNonNull(publisher, "publisher")));
    }

    /**
     * Returns the elements of a collection, or of whatever has an iterator. Each subscriber has an iterator of its own. It is asked whether
     * there is another element before that is wanted, so that the flow ends with the last one.
     */
    public static <T> Source<T> of(Iterable<? extends T> elements) {
        return of(Chains.of(Objects.requireNonNull(elements, "elements")));
    }

    /** Returns the numbers from the first on, up to but without the second; none if it isn't greater. */
    public static Source<Integer> range(int from, int to) {
        return of(Chains.range(from, to));
    }

    /** Returns what a function returns, which is called for each element that is wanted, without end. */
    public static <T> Source<T> generate(Supplier<? extends T> supplier) {
        return of(Chains.generate(Objects.requireNonNull(supplier, "supplier")));
    }

    /**
     * Returns a first element, what a function makes of it, what it makes of that, and so on, as long as a condition holds. The function and
     * the condition are called for one element more than is wanted, so that the flow ends with the last one.
     */
    public static <T> Source<T> iterate(T first, Predicate<? super T> condition, UnaryOperator<T> function) {
        Objects.requireNonNull(first, "first");
        Objects.requireNonNull(condition, "condition");
        Objects.requireNonNull(function, "function");
        return of(Chains.iterate(first, condition, function));
    }

    /**
     * Returns what several sources bring, as it comes. It ends with the last of them, or fails with the first that fails. A source that is
     * always ahead doesn't hold up the others.
     *
     * <p>Without a boundary behind it, what follows runs in the thread that brings an element, or that is at it already. If the sources run
     * at the same time, on strands, a boundary behind the merge is cheaper: they only fill their buffers then.
     *
     * <p>Sources without a thread of their own, such as {@link #of(Iterable)}, need no buffer if all are of that kind: some elements of each are
     * taken in turn, in the thread that requests them, and none that isn't wanted. So one that never ends leaves the others their turns, and one
     * that blocks holds all of them up. Ranges right behind boundaries of one executor are merged so, too, by a run of that executor.
     */
    public static <T> Source<T> merge(List<? extends Source<? extends T>> sources) {
        List<? extends Source<? extends T>> all = Nulls.copy(sources, "sources");
        List<Chain<? extends T>> chains = new ArrayList<>();
        all.forEach(source -> chains.add(chainOf(source)));
        return of(Chains.merge(chains, BUFFER));
    }

    /** Returns what sources bring, one after the other: the next begins when the one before has ended. */
    public static <T> Source<T> concat(List<? extends Source<? extends T>> sources) {
        List<? extends Source<? extends T>> all = Nulls.copy(sources, "sources");
        return of(Chains.flatMap(Chains.of(all), Source::<T>chainOf, 1, BUFFER));
    }

    /** Returns what a function makes of each two elements that two sources bring at the same place. It ends with the shorter one. */
    public static <A, B, T> Source<T> zip(
            Source<A> first, Source<B> second, BiFunction<? super A, ? super B, ? extends T> function) {
        Objects.requireNonNull(first, "first");
        Objects.requireNonNull(second, "second");
        Objects.requireNonNull(function, "function");
        return of(Chains.zip(first.chain, second.chain, function, BUFFER));
    }

    private static <T> Chain<? extends T> chainOf(Source<? extends T> source) {
        return source.chain;
    }

    // What is done with them

    /** Returns what a function makes of each element. */
    public <R> Source<R> map(Function<? super T, ? extends R> function) {
        return of(Chains.map(chain, Objects.requireNonNull(function, "function")));
    }

    /** Returns the elements that fulfil a condition. */
    public Source<T> filter(Predicate<? super T> condition) {
        return of(Chains.filter(chain, Objects.requireNonNull(condition, "condition")));
    }

    /** Returns the elements that aren't equal to the one before. */
    public Source<T> distinctUntilChanged() {
        return of(Chains.changes(chain));
    }

    /**
     * Returns the first elements, so many at most. The source is cancelled when the last of them has come.
     *
     * @throws IllegalArgumentException if the count is negative
     */
    public Source<T> take(long count) {
        if (count < 0) {
            throw new IllegalArgumentException("count must not be negative: " + count);
        }
        return count == 0 ? of(Chains.of(List.of())) : of(Chains.take(chain, count));
    }

    /**
     * Returns lists of so many elements. The last one may be shorter.
     *
     * @throws IllegalArgumentException if the size isn't above zero
     */
    public Source<List<T>> batch(int size) {
        return of(Chains.batch(chain, positive("size", size)));
    }

    /**
     * Returns lists of so many elements, or fewer if their first one has waited for some time. This is a boundary: what follows runs on a
     * strand of the scheduler, which has the timer, too. A list that is due before somebody has requested it goes on growing.
     * The time counts from when somebody wants a list and its first element is there.
     *
     * @param wait above zero
     * @throws IllegalArgumentException if the size or the time isn't above zero
     */
    public Source<List<T>> batch(int size, Duration wait, Scheduler scheduler) {
        int full = positive("size", size);
        if (Durations.delayNanos(Objects.requireNonNull(wait, "wait")) <= 0) {
            throw new IllegalArgumentException("wait must be above zero, not " + wait);
        }
        Objects.requireNonNull(scheduler, "scheduler");
        return of(Chains.timedBatch(chain, full, wait, scheduler, BUFFER));
    }

    /**
     * Returns what the sources bring that a function makes of the elements, as it comes. As many of them run at a time as is said; with one
     * they come one after the other, in order. A failure of this source, or of the function, comes after what the sources before it bring.
     *
     * @param concurrency above zero. Each source that runs has a buffer, so this is what bounds the memory of the flow: with {@code
     *     Integer.MAX_VALUE} as many run as this source brings, however many these are
     * @throws IllegalArgumentException if the concurrency isn't above zero
     */
    public <R> Source<R> flatMap(int concurrency, Function<? super T, ? extends Source<? extends R>> function) {
        int most = positive("concurrency", concurrency);
        Objects.requireNonNull(function, "function");
        return of(Chains.flatMap(
                chain,
                element -> Source.<R>chainOf(
                        Objects.requireNonNull(function.apply(element), "the function of a flatMap returned null")),
                most,
                BUFFER));
    }

    /** As {@link #async(Executor, int)}, where 256 elements wait at most. */
    public Source<T> async(Executor executor) {
        return async(executor, BUFFER);
    }

    /**
     * Returns the same elements on the other side of an asynchronous boundary: what follows is run by an executor. A {@link Scheduler}
     * gives each flow a strand of its own. What stands before the boundary goes on meanwhile, until the buffer is full. The elements that
     * came before a failure come before it here, too.
     *
     * <p>The first boundary needs no buffer if it stands behind a source without a thread of its own, such as {@link #range}: the
     * executor runs that source, and the operators between. To have both sides run at the same time, let the source have a boundary of
     * its own.
     *
     * @param executor any; its tasks may run side by side, or in the thread that submits them
     * @param buffer how many elements wait at most; rounded up to a power of two, and to four
     * @throws IllegalArgumentException if the buffer isn't above zero
     */
    public Source<T> async(Executor executor, int buffer) {
        Objects.requireNonNull(executor, "executor");
        return of(Chains.async(chain, executor, positive("buffer", buffer)));
    }

    private static int positive(String what, int value) {
        if (value <= 0) {
            throw new IllegalArgumentException(what + " must be above zero, not " + value);
        }
        return value;
    }

    // Where they go to

    @Override
    public void subscribe(Flow.Subscriber<? super T> subscriber) {
        SubscriberEnd.subscribe(chain, Objects.requireNonNull(subscriber, "subscriber"));
    }

    /**
     * Calls a function with each element, without a bound of its own: it is called as fast as it returns.
     *
     * @return a future that ends as the flow does; to cancel it, or complete it by hand, cancels the flow
     */
    public CompletableFuture<Void> forEach(Consumer<? super T> consumer) {
        return FutureEnd.open(chain, Objects.requireNonNull(consumer, "consumer"), () -> null);
    }

    /**
     * Collects all elements.
     *
     * @return a future of the result; to cancel it, or complete it by hand, cancels the flow
     */
    public <A, R> CompletableFuture<R> collect(Collector<? super T, A, R> collector) {
        Objects.requireNonNull(collector, "collector");
        A container = collector.supplier().get();
        var accumulator = collector.accumulator();
        return FutureEnd.open(
                chain,
                element -> accumulator.accept(container, element),
                () -> collector.finisher().apply(container));
    }
}
