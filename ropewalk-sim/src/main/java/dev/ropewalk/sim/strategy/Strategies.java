package dev.ropewalk.sim.strategy;

/** Makes the strategies. */
public final class Strategies {
    private Strategies() {}

    /** Returns {@link RandomWalk}. */
    public static SearchStrategy randomWalk() {
        return RandomWalk.INSTANCE;
    }

    /** Returns {@link RoundRobin}. */
    public static SearchStrategy roundRobin() {
        return RoundRobin.INSTANCE;
    }

    /** Makes a {@link Pct}. */
    public static SearchStrategy pct(int depth) {
        return new Pct(depth);
    }

    /** Returns {@link Pos}. */
    public static SearchStrategy pos() {
        return Pos.INSTANCE;
    }

    /** Returns {@link Uniform}. */
    public static SearchStrategy uniform() {
        return Uniform.INSTANCE;
    }

    /** Makes {@link Delays}. */
    public static SearchStrategy delays(int bound) {
        return new Delays(bound);
    }

    /** Makes an {@link Exhaustive} strategy without a bound. */
    public static SearchStrategy exhaustive() {
        return new Exhaustive(Exhaustive.UNBOUNDED, false);
    }

    /** Makes an {@link Exhaustive} strategy. */
    public static SearchStrategy exhaustive(int bound) {
        return new Exhaustive(Exhaustive.checked(bound), false);
    }

    /** Makes an {@link Exhaustive} strategy without a bound, which leaves equivalent schedules out. */
    public static SearchStrategy exhaustiveReduced() {
        return new Exhaustive(Exhaustive.UNBOUNDED, true);
    }

    /** Makes an {@link Exhaustive} strategy that leaves equivalent schedules out. */
    public static SearchStrategy exhaustiveReduced(int bound) {
        return new Exhaustive(Exhaustive.checked(bound), true);
    }

    /** Returns the {@link Portfolio}. */
    public static SearchStrategy portfolio() {
        return Portfolio.INSTANCE;
    }
}
