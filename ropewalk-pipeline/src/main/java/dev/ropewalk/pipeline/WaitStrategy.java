package dev.ropewalk.pipeline;

import dev.ropewalk.cpu.IdleStrategy;
import dev.ropewalk.pipeline.stage.WaitSettings;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * How a stage waits for events, or a producer for room. Each stage and each producer has its own.
 *
 * <table class="striped">
 *   <caption>The strategies, from the fastest reaction to the least use of the CPU</caption>
 *   <thead>
 *     <tr><th>strategy</th><th>waits by</th><th>CPU while idle</th><th>choose it when</th></tr>
 *   </thead>
 *   <tbody>
 *     <tr><td>{@link #busySpin}</td><td>spinning</td><td>all</td><td>the stage has a CPU for itself, best pinned to it</td></tr>
 *     <tr><td>{@link #yielding}</td><td>spinning, then yielding</td><td>all</td><td>it mostly has a CPU for itself</td></tr>
 *     <tr><td>{@link #backOff}</td><td>spinning, yielding, then parking for up to a millisecond</td><td>some</td>
 * <td>publishers mustn't pay for waking</td></tr>
 *     <tr><td>{@link #parking}</td><td>spinning briefly, then parking until it is woken</td><td>none</td><td>in doubt</td></tr>
 *     <tr><td>{@link #strand}</td><td>being no thread at all</td><td>none</td><td>there are many pipelines, or few CPUs</td></tr>
 *     <tr><td>{@link #inline}</td><td>being run by the stages before</td><td>none</td><td>the stage does little</td></tr>
 *   </tbody>
 * </table>
 *
 * <p>Immutable; one may serve many stages. The ladder of strategies is the LMAX Disruptor's, which has one for each ring.
 */
public final class WaitStrategy {
    private static final int DEFAULT_MAX_SPINS = 200;

    private static final WaitStrategy BUSY_SPIN =
            new WaitStrategy("busySpin", WaitSettings.Kind.POLLING, 0, IdleStrategy::busySpin);
    private static final WaitStrategy YIELDING =
            new WaitStrategy("yielding", WaitSettings.Kind.POLLING, 0, IdleStrategy::yielding);
    private static final WaitStrategy BACK_OFF =
            new WaitStrategy("backOff", WaitSettings.Kind.POLLING, 0, IdleStrategy::backOff);
    private static final WaitStrategy PARKING = parking(DEFAULT_MAX_SPINS);
    private static final WaitStrategy STRAND =
            new WaitStrategy("strand", WaitSettings.Kind.STRAND, 0, IdleStrategy::busySpin);

    private static final WaitStrategy INLINE =
            new WaitStrategy("inline", WaitSettings.Kind.INLINE, 0, IdleStrategy::busySpin);

    private final String name;
    private final WaitSettings settings;

    private WaitStrategy(String name, WaitSettings.Kind kind, int maxSpins, Supplier<IdleStrategy> idleStrategies) {
        this.name = name;
        settings = new WaitSettings(kind, maxSpins, idleStrategies);
    }

    /** Returns a strategy that spins. It uses a whole CPU. */
    public static WaitStrategy busySpin() {
        return BUSY_SPIN;
    }

    /** Returns a strategy that spins 100 times and then yields. It uses a whole CPU unless another thread wants it. */
    public static WaitStrategy yielding() {
        return YIELDING;
    }

    /** Returns a strategy that spins 100 times, yields 10 times, then parks for longer and longer, up to a millisecond. */
    public static WaitStrategy backOff() {
        return BACK_OFF;
    }

    /**
     * Returns a strategy of a given back-off, for other numbers than the defaults.
     *
     * @param idleStrategies makes the strategy that each thread uses, such as {@code () -> IdleStrategy.backOff(10, 50_000)}
     */
    public static WaitStrategy polling(Supplier<IdleStrategy> idleStrategies) {
        return new WaitStrategy(
                "polling", WaitSettings.Kind.POLLING, 0, Objects.requireNonNull(idleStrategies, "idleStrategies"));
    }

    /**
     * Returns a strategy that spins 200 times, some microseconds, and then parks until it is woken. Before, a stage yields
     * twice in a pipeline of a single producer, so that this may get ahead. A producer yields 10 times instead of spinning: stages
     * may need its CPU to make room.
     */
    public static WaitStrategy parking() {
        return PARKING;
    }

    /**
     * As {@link #parking()}, with another number of spins.
     *
     * @param maxSpins how often to spin before parking, zero or more; a virtual thread never spins
     * @throws IllegalArgumentException if {@code maxSpins} is negative
     */
    public static WaitStrategy parking(int maxSpins) {
        if (maxSpins < 0) {
            throw new IllegalArgumentException("maxSpins must be zero or more, not " + maxSpins);
        }
        return new WaitStrategy("parking", WaitSettings.Kind.PARKING, maxSpins, IdleStrategy::busySpin);
    }

    /**
     * Returns the strategy of a stage that has no thread: it is a strand of the pipeline's scheduler, run when there are events
     * for it. Not for producers.
     */
    public static WaitStrategy strand() {
        return STRAND;
    }

    /**
     * Returns the strategy of a stage of one handler that has neither a thread nor a strand: a thread of the stages before it runs the
     * handler, one thread at a time, when it has finished an event last. For a stage that does little, such as to add results. What it
     * does takes longer for the stages before, and so does what it waits for. Not for producers, nor for a stage that comes first. If the stages
     * before it are all removed, the threads that publish run it.
     */
    public static WaitStrategy inline() {
        return INLINE;
    }

    /** Returns the settings of a producer that waits so, if it can. */
    WaitSettings producerSettings() {
        if (!settings.hasThread()) {
            throw new IllegalArgumentException(
                    settings.kind() == WaitSettings.Kind.STRAND
                            ? "a producer can't wait as a strand, since its caller waits; use tryPublish or publishAsync in strands"
                            : "a producer can't be inline: no other thread publishes for it");
        }
        return settings;
    }

    WaitSettings settings() {
        return settings;
    }

    @Override
    public String toString() {
        return name;
    }
}
