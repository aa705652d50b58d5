package dev.ropewalk.flow;

import dev.ropewalk.flow.chain.Chain;
import dev.ropewalk.flow.chain.Head;
import dev.ropewalk.flow.chain.Stage;
import dev.ropewalk.flow.head.IteratorHead;
import dev.ropewalk.flow.head.PublisherHead;
import dev.ropewalk.flow.head.RangeHead;
import dev.ropewalk.flow.head.SupplierHead;
import dev.ropewalk.flow.junction.Boundary;
import dev.ropewalk.flow.junction.Merge;
import dev.ropewalk.flow.junction.TimedBatch;
import dev.ropewalk.flow.junction.Turns;
import dev.ropewalk.flow.junction.Zip;
import dev.ropewalk.flow.stage.BatchStage;
import dev.ropewalk.flow.stage.ChangesStage;
import dev.ropewalk.flow.stage.FilterStage;
import dev.ropewalk.flow.stage.MapStage;
import dev.ropewalk.flow.stage.TakeStage;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.park.FlowExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The plans of all kinds of flows. */
final class Chains {
    private Chains() {}

    /** Makes a head in front of a stage. */
    private interface Maker<T> {
        Head make(Stage<? super T> stage, @Nullable FlowExecutor executor);
    }

    /** A chain that begins with a head. */
    private record Begun<T>(Maker<T> maker, boolean canBeRun, boolean canBePulled) implements Chain<T> {
        @Override
        public Head build(Stage<? super T> stage, @Nullable FlowExecutor executor) {
            return maker.make(stage, executor);
        }
    }

    /** A chain with one fused stage more. */
    private record Fused<T, R>(Chain<T> before, Function<Stage<? super R>, Stage<T>> last) implements Chain<R> {
        @Override
        public Head build(Stage<? super R> stage, @Nullable FlowExecutor executor) {
            return before.build(last.apply(stage), executor);
        }

        @Override
        public boolean canBeRun() {
            return before.canBeRun();
        }

        @Override
        public boolean canBePulled() {
            return before.canBePulled();
        }
    }

    /** Numbers, which no function of a user makes. */
    private record Numbers(int from, int to) implements Chain<Integer> {
        @Override
        public Head build(Stage<? super Integer> stage, @Nullable FlowExecutor executor) {
            return new RangeHead(stage, executor, from, to);
        }

        @Override
        public boolean canBeRun() {
            return true;
        }

        @Override
        public boolean canBePulled() {
            return true;
        }
    }

    /** A boundary behind a chain. */
    private record Apart<T>(Chain<T> before, Executor executor, int buffer) implements Chain<T> {
        @Override
        public Head build(Stage<? super T> stage, @Nullable FlowExecutor ignored) {
            var own = new FlowExecutor(executor);
            return before.canBeRun() ? before.build(stage, own) : new Boundary<>(stage, own, before, buffer);
        }

        @Override
        public boolean canBeRun() {
            return false;
        }

        @Override
        public boolean canBePulled() {
            return false;
        }
    }

    private static <T> Chain<T> pulled(Maker<T> maker) {
        return new Begun<>(maker, true, true);
    }

    private static <T> Chain<T> run(Maker<T> maker) {
        return new Begun<>(maker, true, false);
    }

    private static <T> Chain<T> apart(Maker<T> maker) {
        return new Begun<>(maker, false, false);
    }

    static <T> Chain<T> from(Flow.Publisher<? extends T> publisher) {
        return apart((stage, executor) -> new PublisherHead<>(stage, publisher));
    }

    static <T> Chain<T> of(Iterable<? extends T> elements) {
        return pulled((stage, executor) -> new IteratorHead<>(stage, executor, elements));
    }

    static Chain<Integer> range(int from, int to) {
        return new Numbers(from, to);
    }

    static <T> Chain<T> generate(Supplier<? extends T> supplier) {
        return pulled((stage, executor) -> new SupplierHead<>(stage, executor, supplier));
    }

    static <T> Chain<T> iterate(T first, Predicate<? super T> condition, UnaryOperator<T> function) {
        return of(() -> Stream.iterate(first, condition, function).iterator());
    }

    /**
     * Merges chains: in turns if all can be pulled. A boundary right behind a range only says who pulls then: there is nothing that could run
     * beside the rest.
     */
    static <T> Chain<T> merge(List<? extends Chain<? extends T>> chains, int buffer) {
        List<Chain<? extends T>> pulled = new ArrayList<>();
        Executor puller = null;
        for (Chain<? extends T> chain : chains) {
            if (chain instanceof Apart<? extends T> apart
                    && apart.before instanceof Numbers
                    && (puller == null || puller.equals(apart.executor))) {
                puller = apart.executor;
                pulled.add(apart.before);
            } else if (chain.canBePulled()) {
                pulled.add(chain);
            } else {
                return inRings(chains, buffer);
            }
        }
        Executor given = puller;
        return run((stage, executor) ->
                new Turns<>(stage, executor == null && given != null ? new FlowExecutor(given) : executor, pulled));
    }

    private static <T> Chain<T> inRings(List<? extends Chain<? extends T>> chains, int buffer) {
        return run((stage, executor) -> new Merge<>(stage, executor, chains, buffer));
    }

    static <A, B, T> Chain<T> zip(
            Chain<A> first, Chain<B> second, BiFunction<? super A, ? super B, ? extends T> function, int buffer) {
        return run((stage, executor) -> new Zip<>(stage, executor, first, second, function, buffer));
    }

    static <T, R> Chain<R> map(Chain<T> chain, Function<? super T, ? extends R> function) {
        return new Fused<T, R>(chain, next -> MapStage.before(next, function));
    }

    static <T> Chain<T> filter(Chain<T> chain, Predicate<? super T> condition) {
        return new Fused<T, T>(chain, next -> FilterStage.before(next, condition));
    }

    static <T> Chain<T> changes(Chain<T> chain) {
        return new Fused<T, T>(chain, ChangesStage::new);
    }

    static <T> Chain<T> take(Chain<T> chain, long count) {
        return new Fused<T, T>(chain, next -> new TakeStage<>(next, count));
    }

    static <T> Chain<List<T>> batch(Chain<T> chain, int size) {
        return new Fused<T, List<T>>(chain, next -> new BatchStage<>(next, size));
    }

    static <T> Chain<List<T>> timedBatch(Chain<T> chain, int size, Duration wait, Scheduler scheduler, int buffer) {
        return apart((stage, ignored) -> new TimedBatch<>(stage, scheduler, chain, size, wait, buffer));
    }

    static <T, R> Chain<R> flatMap(
            Chain<T> chain, Function<? super T, Chain<? extends R>> function, int concurrency, int buffer) {
        Chain<Chain<? extends R>> chains = map(chain, function);
        return run((stage, executor) -> Merge.of(stage, executor, chains, concurrency, buffer));
    }

    static <T> Chain<T> async(Chain<T> chain, Executor executor, int buffer) {
        return new Apart<>(chain, executor, buffer);
    }
}
