package dev.ropewalk.limit;

import dev.ropewalk.base.BuilderSettings;
import dev.ropewalk.base.CheckReturnValue;
import dev.ropewalk.base.Names;
import dev.ropewalk.limit.algorithm.AdaptiveLimit;
import dev.ropewalk.limit.permit.LimiterCore;
import dev.ropewalk.limit.permit.Partition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Builds limiters. Immutable: each method returns a changed copy. A builder can build several limiters, unless it was {@linkplain
 * Limiter#adaptive given} the algorithm: that belongs to the first one.
 *
 * {@snippet class="dev.ropewalk.limit.snippets.LimitSnippets" region="builder" :
 * Limiter limiter = Limiter.fixed(100)
 *         .name("search")
 *         .maxWaiting(1000)
 *         .partition("live", 0.8)
 *         .partition("batch", 0.1)
 *         .build();
 * Limiter live = limiter.partition("live");
 * }
 */
@CheckReturnValue
public final class LimiterBuilder {
    private final int limit;
    private final @Nullable Supplier<? extends LimitAlgorithm> algorithm;
    private final Settings settings;

    /** What can be set, with its defaults. */
    private static final class Settings extends BuilderSettings<Settings> {
        Map<String, Double> shares = Map.of();

        @Nullable
        String name;

        int maxWaiting = Integer.MAX_VALUE;
        boolean newestFirst;
        Predicate<? super Throwable> isDrop = thrown -> true;
    }

    /**
     * Makes a builder.
     *
     * @param limit the limit, if it is fixed
     * @param algorithm returns the algorithm of each limiter; null for a fixed limit
     */
    LimiterBuilder(int limit, @Nullable Supplier<? extends LimitAlgorithm> algorithm) {
        this(limit, algorithm, new Settings());
    }

    private LimiterBuilder(int limit, @Nullable Supplier<? extends LimitAlgorithm> algorithm, Settings settings) {
        this.limit = limit;
        this.algorithm = algorithm;
        this.settings = settings;
    }

    private LimiterBuilder with(Consumer<Settings> change) {
        return new LimiterBuilder(limit, algorithm, settings.with(change));
    }

    /**
     * Sets the name, which is in messages and figures, and by which the limiter is {@linkplain Limiter#live listed}.
     *
     * @throws IllegalArgumentException if it is blank
     */
    public LimiterBuilder name(String limiter) {
        return with(changed -> changed.name = Names.checked(limiter, "limiter"));
    }

    /**
     * Sets whether the newest waiter is admitted first; the default is false: the oldest is. Under overload the queue only grows. First
     * come, first served then makes all callers wait too long. Newest first serves at least the newest in time; the callers of the old
     * waiters have mostly given up, so give those waiters deadlines. While no caller has to wait there is no difference.
     * The idea is adaptive LIFO, from Ben Maurer, "Fail at Scale", ACM Queue 13(8), 2015.
     */
    public LimiterBuilder newestFirst(boolean value) {
        return with(changed -> changed.newestFirst = value);
    }

    /**
     * Sets which exceptions of {@linkplain Limiter#call calls} are signs of overload, upon which an adaptive limit goes down, such
     * as timeouts and refusals. The limit learns nothing from others. By default all are: an error that says nothing about the
     * load then makes the limit too low, where a refusal that isn't known as one would let it grow without end.
     *
     * @throws IllegalStateException if the limit is fixed
     */
    public LimiterBuilder drops(Predicate<? super Throwable> test) {
        Objects.requireNonNull(test, "test");
        if (algorithm == null) {
            throw new IllegalStateException("the limit is fixed at " + limit + ": nothing learns from drops");
        }
        return with(changed -> changed.isDrop = test);
    }

    /**
     * Sets how many may wait, in each partition if there are some; no bound by default.
     *
     * @throws IllegalArgumentException if it is below zero
     */
    public LimiterBuilder maxWaiting(int waiters) {
        if (waiters < 0) {
            throw new IllegalArgumentException("max waiting must not be below zero: " + waiters);
        }
        return with(changed -> changed.maxWaiting = waiters);
    }

    /**
     * Adds a partition with a guaranteed share of the limit, rounded down, but at least one slot. What a partition doesn't use of
     * its share is lent to the others, in turn. It comes back as permits are released: each goes first to requests that wait in a
     * partition below its share. The shares follow when the limit moves. Requests made on the limiter itself are a partition,
     * too, with what is left of the limit; if nothing is left they are admitted when no other waits below its share.
     *
     * <p>A limiter with partitions takes its lock for each permit, which costs some tens of nanoseconds.
     *
     * <p>After the partitioned limiter of Netflix's concurrency-limits, which may exceed the limit when lent slots are claimed back.
     *
     * @throws IllegalArgumentException if the share isn't in 0 to 1, all shares are above 1, or the name is taken or blank
     */
    public LimiterBuilder partition(String partition, double share) {
        Objects.requireNonNull(partition, "partition");
        if (partition.isBlank()) {
            throw new IllegalArgumentException("a partition needs a name, not \"" + Names.shown(partition) + "\"");
        }
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException(
                    "the share of partition '" + partition + "' must be above 0 and at most 1: " + share);
        }
        Map<String, Double> shares = new LinkedHashMap<>(settings.shares);
        if (shares.putIfAbsent(partition, share) != null) {
            throw new IllegalArgumentException("there is a partition '" + partition + "' already: " + settings.shares);
        }
        double sum = sum(shares);
        if (sum > 1 + Partition.ROUNDING) {
            throw new IllegalArgumentException(
                    "the shares must not be above 1 together, but are " + sum + ": " + shares);
        }
        return with(changed -> changed.shares = Collections.unmodifiableMap(shares));
    }

    private static double sum(Map<String, Double> shares) {
        return shares.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /**
     * Returns the limiter.
     *
     * @throws IllegalStateException if another limiter or executor has the algorithm
     */
    public Limiter build() {
        Settings its = settings;
        List<Partition> partitions = new ArrayList<>();
        partitions.add(new Partition("", Math.max(0, 1 - sum(its.shares)), 0, its.newestFirst));
        its.shares.forEach((partition, share) -> partitions.add(new Partition(partition, share, 1, its.newestFirst)));
        LimitAlgorithm follows = algorithm == null ? null : algorithm.get();
        int first = follows == null ? limit : AdaptiveLimit.check(follows, follows.initialLimit());
        String name = its.name == null ? "limiter" : its.name;
        var core = new LimiterCore(name, first, follows, its.isDrop, its.maxWaiting, partitions);
        return Limiter.of(core, its.name);
    }
}
