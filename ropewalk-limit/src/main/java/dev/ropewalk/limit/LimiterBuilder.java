package dev.ropewalk.limit;

import dev.ropewalk.base.Names;
import dev.ropewalk.limit.permit.LimiterCore;
import dev.ropewalk.limit.permit.Partition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Builds a limiter. Not thread-safe. It may build once.
 *
 * {@snippet :
 * Limiter limiter = Limiter.fixed(100).name("search").maxWaiting(1000)
 *         .partition("live", 0.8)
 *         .partition("batch", 0.1)
 *         .build();
 * Limiter live = limiter.partition("live");
 * }
 */
public final class LimiterBuilder {
    private final int limit;
    private final @Nullable LimitAlgorithm algorithm;
    private final Map<String, Double> shares = new LinkedHashMap<>();
    private String name = "limiter";
    private int maxWaiting = Integer.MAX_VALUE;
    private boolean newestFirst;
    private Predicate<? super Throwable> isDrop = thrown -> true;
    private boolean built;

    LimiterBuilder(int limit, @Nullable LimitAlgorithm algorithm) {
        this.limit = limit;
        this.algorithm = algorithm;
    }

    /**
     * Sets the name, which is in messages and figures.
     *
     * @throws IllegalArgumentException if it is blank
     */
    public LimiterBuilder name(String limiter) {
        name = Names.checked(limiter, "limiter");
        return this;
    }

    /**
     * Lets the newest waiter be admitted first; the oldest is by default. Under overload, when the queue only grows, first come
     * first served makes everyone wait too long; serving the newest first serves at least them in time, and the old ones, whose
     * callers have mostly given up, run into their deadlines: give them some. As long as nobody has to wait there is no difference.
     * The idea is adaptive LIFO, from Ben Maurer, "Fail at Scale", ACM Queue 13(8), 2015.
     */
    public LimiterBuilder lifo() {
        newestFirst = true;
        return this;
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
        isDrop = test;
        return this;
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
        maxWaiting = waiters;
        return this;
    }

    /**
     * Adds a partition with a guaranteed share of the limit, rounded down, but at least one slot. What a partition doesn't use of its
     * share is lent to the others, in turn. It comes back as permits are released: each goes first to those who wait in a
     * partition that is below its share. The shares follow when the limit moves. Requests made on the limiter itself are a
     * partition, too, with what is left of the limit; if nothing is left they are admitted when no other waits below its share.
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
            throw new IllegalArgumentException("a partition needs a name");
        }
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException(
                    "the share of partition '" + partition + "' must be above 0 and at most 1: " + share);
        }
        if (shares.putIfAbsent(partition, share) != null) {
            throw new IllegalArgumentException("there is a partition '" + partition + "' already: " + shares);
        }
        if (sumOfShares() > 1 + Partition.ROUNDING) {
            double sum = sumOfShares();
            throw new IllegalArgumentException(
                    "the shares must not be above 1 together, but are " + sum + ": " + shares);
        }
        return this;
    }

    private double sumOfShares() {
        return shares.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /**
     * Returns the limiter.
     *
     * @throws IllegalStateException if this builder has built already, or another limiter or executor has the algorithm
     */
    public Limiter build() {
        if (built) {
            throw new IllegalStateException("this builder has built limiter '" + name + "' already");
        }
        built = true;
        List<Partition> partitions = new ArrayList<>();
        partitions.add(new Partition("", Math.max(0, 1 - sumOfShares()), 0, newestFirst));
        shares.forEach((partition, share) -> partitions.add(new Partition(partition, share, 1, newestFirst)));
        var core = new LimiterCore(name, limit, algorithm, isDrop, maxWaiting, partitions);
        return new Limiter(core, core.unnamed(), true);
    }
}
