package dev.ropewalk.sim.strategy;

import org.jspecify.annotations.Nullable;

/**
 * A place at which a search has still to go another way.
 *
 * @param path the decisions up to there, the other way among them; null for none
 * @param asleep the parties that need not take their step there, because a schedule that was begun earlier does
 * @param spent how much of the bound the decisions have cost
 */
record Branch(@Nullable PathNode path, SleepSet asleep, int spent) {
    /** The whole search. */
    static final Branch ROOT = new Branch(null, SleepSet.EMPTY, 0);

    /** One decision, and those before it. Schedules share what they have in common. */
    record PathNode(@Nullable PathNode before, int value, int length) {
        static PathNode after(@Nullable PathNode before, int value) {
            return new PathNode(before, value, before == null ? 1 : before.length + 1);
        }

        /** Returns all decisions in order. */
        static int[] values(@Nullable PathNode last) {
            var values = new int[last == null ? 0 : last.length];
            for (PathNode node = last; node != null; node = node.before) {
                values[node.length - 1] = node.value;
            }
            return values;
        }
    }
}
