package dev.ropewalk.pipeline.stage;

import dev.ropewalk.pipeline.EventHandler;
import dev.ropewalk.pipeline.HandOver;
import dev.ropewalk.pipeline.RebalanceReport;
import dev.ropewalk.pipeline.lifecycle.Lifecycle;
import dev.ropewalk.pipeline.sequence.Signal;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the shards of a stage share: which bucket a key falls into, which shard has which bucket, and how that changes.
 *
 * <p>One change at a time is under way, by a {@link Switchover}; others wait in a queue, which a lock guards. The lock is held
 * for computing only, never during a call of foreign code or a wait, so that any thread may ask for a change, a handler of this
 * very stage included. Shards look for a change before each batch, and are woken for it. When the first runner of the stage ends,
 * all others are ending, and whatever was asked for fails.
 */
public final class Shards<E> {
    /** The shard that the events belong to whose keys can't be computed. */
    static final int OF_FAILING_KEYS = 0;

    private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;
    private static final int MIN_BUCKETS = 256;
    private static final int BUCKETS_PER_SHARD = 64;

    /** A request for another assignment. */
    private static final class Request {
        final Balancer balancer;
        final CompletableFuture<RebalanceReport> answer;

        @Nullable
        RebalanceReport report;

        Request(Balancer balancer, RunningStage<?> stage) {
            this.balancer = balancer;
            answer = new Answer<>(() -> stage.checkNotWithin("a rebalance"));
        }

        void complete() {
            answer.complete(report);
        }
    }

    private final RunningStage<E> stage;
    private final ToLongFunction<? super E> key;
    private final int count;
    private final int shift;
    private final long[][] loads;
    private final ReentrantLock lock = new ReentrantLock();
    private final Queue<Request> requests = new ArrayDeque<>();
    private int[] owners;
    private boolean ended;

    /** The change under way, that of the first request. Written under the lock. */
    private volatile @Nullable Switchover switchover;

    Shards(RunningStage<E> stage, int count) {
        this.stage = stage;
        key = Objects.requireNonNull(stage.settings.key());
        this.count = count;
        int buckets = Math.max(MIN_BUCKETS, Integer.highestOneBit(2 * count - 1) * BUCKETS_PER_SHARD);
        shift = Long.SIZE - Integer.numberOfTrailingZeros(buckets);
        owners = new int[buckets];
        Arrays.setAll(owners, bucket -> bucket % count);
        loads = new long[count][buckets];
    }

    /** To be called once the runners of the stage are known. */
    void failWhenEnded() {
        for (Runner<E> runner : stage.runners()) {
            var ignored = runner.ended().thenRun(this::end);
        }
    }

    /** Returns the bucket of an event; throws whatever the key function throws. */
    int bucketOf(E event) {
        return bucketOf(key.applyAsLong(event));
    }

    private int bucketOf(long number) {
        return (int) ((number * GOLDEN_RATIO) >>> shift);
    }

    /** Returns which shard has which bucket, for a shard that hasn't made a step yet. */
    int[] firstOwners() {
        return owners;
    }

    /**
     * Returns where a shard counts its events of each bucket since the last switch. Read by the rebalancing thread at any moment:
     * a deliberate race, in which each number is one that was true lately.
     */
    long[] loadsOf(int shard) {
        return loads[shard];
    }

    /** Returns the change that shards are to make steps of, if there is one. */
    @Nullable
    Switchover switchover() {
        return switchover;
    }

    /** Asks for a change, which is made when those asked for before are; never waits. */
    public CompletableFuture<RebalanceReport> rebalance(Balancer balancer) {
        Steps.before(StepKind.ACCESS, stage.context.lifecycle());
        var request = new Request(balancer, stage);
        lock.lock();
        try {
            if (ended) {
                throw refusal();
            }
            requests.add(request);
        } finally {
            lock.unlock();
        }
        begin();
        return request.answer;
    }

    /** Begins the next change, if none is under way. */
    private void begin() {
        List<Request> unchanged = new ArrayList<>();
        lock.lock();
        try {
            while (switchover == null && !requests.isEmpty()) {
                Request request = requests.element();
                int[] assigned = assign(request);
                if (Arrays.equals(owners, assigned)) {
                    unchanged.add(requests.remove());
                } else {
                    switchover = new Switchover(assigned, count);
                }
            }
        } finally {
            lock.unlock();
        }
        wakeAll();
        unchanged.forEach(Request::complete);
    }

    private int[] assign(Request request) {
        var sums = new long[owners.length];
        for (long[] counted : loads) {
            Arrays.setAll(sums, bucket -> sums[bucket] + counted[bucket]);
        }
        int[] assigned = request.balancer.assign(owners, sums, count);
        request.report = report(owners, assigned, sums, count);
        return assigned;
    }

    /** Moves the state of all keys that change hands. Called by one shard while the others stand still. */
    void handOver(int[] before, int[] after) {
        HandOver<EventHandler<? super E>> hook = Objects.requireNonNull(stage.settings.handOver());
        for (int from = 0; from < count; from++) {
            for (int to = 0; to < count; to++) {
                if (from != to) {
                    handOver(hook, from, to, moved(before, after, from, to));
                }
            }
        }
    }

    private static BitSet moved(int[] before, int[] after, int from, int to) {
        var moved = new BitSet(before.length);
        for (int bucket = 0; bucket < before.length; bucket++) {
            moved.set(bucket, before[bucket] == from && after[bucket] == to);
        }
        return moved;
    }

    private void handOver(HandOver<EventHandler<? super E>> hook, int from, int to, BitSet buckets) {
        if (buckets.isEmpty()) {
            return;
        }
        try {
            hook.move(handlerOf(from), handlerOf(to), key -> buckets.get(bucketOf(key)));
        } catch (Throwable e) {
            throw new IllegalStateException(
                    "stage " + stage.name() + " of the pipeline " + stage.context.name()
                            + " failed to hand the state of keys over from shard " + from + " to shard " + to + ": "
                            + e,
                    e);
        }
    }

    private EventHandler<? super E> handlerOf(int shard) {
        return stage.processors().get(shard).handler;
    }

    /** Called by the shard that was the last to make a step for which others may wait. */
    void advance(Switchover stepped) {
        if (stepped.isOver()) {
            finish(stepped);
        } else {
            wakeAll();
        }
    }

    private void finish(Switchover over) {
        Request request;
        lock.lock();
        try {
            owners = over.owners;
            switchover = null;
            request = requests.poll();
        } finally {
            lock.unlock();
        }
        begin();
        if (request != null) {
            request.complete();
        }
    }

    private void wakeAll() {
        VarHandle.fullFence();
        stage.runners().forEach(Signal::raise);
    }

    private void end() {
        List<Request> refused;
        lock.lock();
        try {
            ended = true;
            refused = List.copyOf(requests);
            requests.clear();
        } finally {
            lock.unlock();
        }
        refused.forEach(request -> request.answer.completeExceptionally(refusal()));
    }

    private RuntimeException refusal() {
        Lifecycle lifecycle = stage.context.lifecycle();
        return lifecycle.isOpenNow()
                ? new IllegalStateException("stage " + stage.name() + " was removed from the pipeline "
                        + stage.context.name() + " and can't be rebalanced")
                : lifecycle.refusal();
    }

    private static RebalanceReport report(int[] owners, int[] assigned, long[] loads, int shards) {
        int moved = 0;
        for (int bucket = 0; bucket < owners.length; bucket++) {
            moved += owners[bucket] == assigned[bucket] ? 0 : 1;
        }
        return new RebalanceReport(
                Balancer.sums(owners, loads, shards), Balancer.sums(assigned, loads, shards), moved, owners.length);
    }
}
