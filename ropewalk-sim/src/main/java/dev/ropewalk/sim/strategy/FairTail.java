package dev.ropewalk.sim.strategy;

import dev.ropewalk.sim.choice.ChoiceSource;
import dev.ropewalk.sim.choice.ReadyParties;
import org.jspecify.annotations.Nullable;

/** A strategy after so many steps of which all parties take turns. */
record FairTail(SearchStrategy head, int steps) implements SearchStrategy {
    FairTail {
        if (steps < 0) {
            throw new IllegalArgumentException("steps before the fair tail must not be negative, but are " + steps);
        }
        if (head instanceof FairTail) {
            throw new IllegalArgumentException(head + " has a fair tail already");
        }
    }

    @Override
    public Search search() {
        return new TailedSearch(head.search(), steps);
    }

    @Override
    public ChoiceSource repeat(long seed, Knowledge knowledge) {
        return new Choices(head.repeat(seed, knowledge), steps);
    }

    @Override
    public String toString() {
        return head + "+fair:" + steps;
    }

    private record TailedSearch(Search head, int steps) implements Search {
        @Override
        public @Nullable Attempt next(long campaignSeed, long run) {
            Attempt attempt = head.next(campaignSeed, run);
            if (attempt == null) {
                return null;
            }
            SearchStrategy whole = new FairTail(SearchStrategy.of(attempt.strategy()), steps);
            return attempt.with(choices -> new Choices(choices, steps), whole);
        }

        @Override
        public long needed(long run) {
            return head.needed(run);
        }

        @Override
        public boolean isDone() {
            return head.isDone();
        }
    }

    private static final class Choices implements ChoiceSource {
        private final ChoiceSource head;
        private long left;
        private int last = -1;

        Choices(ChoiceSource head, int steps) {
            this.head = head;
            left = steps;
        }

        @Override
        public int pick(ReadyParties ready) {
            int slot;
            if (left > 0) {
                left--;
                slot = ready.size() > 1 || head.seesAllSteps() ? head.pick(ready) : 0;
                if (slot == GIVE_UP) {
                    return GIVE_UP;
                }
            } else {
                slot = RoundRobin.slotBehind(ready, last);
            }
            last = ready.party(slot);
            return slot;
        }

        @Override
        public int draw(int bound) {
            return head.draw(bound);
        }

        @Override
        public boolean strike(int oneIn) {
            return head.strike(oneIn);
        }

        @Override
        public boolean seesAllSteps() {
            return true;
        }
    }
}
