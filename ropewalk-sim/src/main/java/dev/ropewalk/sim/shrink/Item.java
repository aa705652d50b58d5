package dev.ropewalk.sim.shrink;

import dev.ropewalk.sim.choice.DecisionKind;

/**
 * A decision that isn't the default, told by the party that has taken the last step. Such an address keeps its meaning when
 * decisions before it are dropped, whereas a position in the stream doesn't.
 *
 * @param kind what it is about
 * @param party the party that has taken the last step; -1 before the first
 * @param count of a pick, how many steps that party has taken; else, how many other decisions it has asked for before
 * @param value of a pick, the party that goes on; else the option
 */
record Item(DecisionKind kind, int party, int count, int value) {
    Item with(int other) {
        return new Item(kind, party, count, other);
    }

    Item movedBy(int steps) {
        return new Item(kind, party, count + steps, value);
    }

    Address address() {
        return new Address(kind == DecisionKind.PICK, party, count);
    }

    /** Where a decision is made. A fault and another draw share their count. */
    record Address(boolean pick, int party, int count) {}
}
