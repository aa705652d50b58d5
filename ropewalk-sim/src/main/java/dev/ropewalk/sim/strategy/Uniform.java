package dev.ropewalk.sim.strategy;

import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.sim.choice.ReadyParties;

/**
 * Selectively uniform random walk: Zhao, Wolff, Mathur, Roychoudhury: Selectively uniform concurrency testing, ASPLOS 2025.
 *
 * <p>A random walk that takes a party with a probability in proportion to the steps that it has left takes each interleaving
 * with the same probability; one that doesn't care prefers those in which short parties end early. Only visible steps count:
 * that a thread begins, goes on or polls concerns nobody else. So the walk decides whose visible step comes next, lets parties
 * take other steps in any order, and holds back those that are about to take a visible step out of turn.
 *
 * <p>How many steps a party takes is taken from the run before; a party's own number includes the parties that it will make. Where
 * parties wait for each other, or the numbers are wrong, the walk is only near uniform. The first run is a plain random walk.
 */
enum Uniform implements Sampler {
    INSTANCE;

    @Override
    public Picker picker(long seed, Knowledge knowledge) {
        return new Walker(seed, knowledge);
    }

    @Override
    public String toString() {
        return "uniform";
    }

    static boolean isVisible(StepKind kind) {
        return switch (kind) {
            case START, WAKE, SPIN, YIELD -> false;
            default -> true;
        };
    }

    private static final class Walker extends Picker {
        private final StepEstimates estimates;
        private int intended = -1;
        private int last = -1;

        Walker(long seed, Knowledge knowledge) {
            super(seed);
            estimates = new StepEstimates(knowledge);
        }

        @Override
        public int pick(ReadyParties ready) {
            int size = ready.size();
            for (int slot = 0; slot < size; slot++) {
                int party = ready.party(slot);
                if (estimates.meet(party, last) && intended == last) {
                    inherit(party);
                }
            }
            int slot = size == 1 ? 0 : pickOf(ready);
            last = ready.party(slot);
            if (isVisible(ready.kind(slot))) {
                estimates.take(last);
                intended = -1;
                estimates.releaseAll();
            }
            return slot;
        }

        /** A party whose turn it is has made another. The turn was for the steps of both. */
        private void inherit(int made) {
            long ofMade = estimates.left(made);
            long ofBoth = estimates.left(intended) + ofMade;
            if (ofBoth > 0 && random.next(ofBoth) < ofMade) {
                intended = made;
            }
        }

        private int pickOf(ReadyParties ready) {
            if (intended >= 0 && !canGoOn(ready, intended)) {
                // It may wait for one of those that are held back.
                intended = -1;
                estimates.releaseAll();
            }
            while (true) {
                int slot = anyNotHeld(ready);
                if (isWaiting(ready, slot)) {
                    slot = anyNotHeld(ready);
                }
                if (!isVisible(ready.kind(slot))) {
                    return slot;
                }
                if (intended < 0) {
                    intended = intend(ready);
                }
                int party = ready.party(slot);
                if (party == intended) {
                    return slot;
                }
                estimates.hold(party);
            }
        }

        private static boolean canGoOn(ReadyParties ready, int party) {
            int size = ready.size();
            for (int slot = 0; slot < size; slot++) {
                if (ready.party(slot) == party) {
                    return !isWaiting(ready, slot);
                }
            }
            return false;
        }

        /** Returns the slot of a party that isn't held back; the one whose turn it is never is. */
        private int anyNotHeld(ReadyParties ready) {
            int size = ready.size();
            int free = 0;
            for (int slot = 0; slot < size; slot++) {
                if (!estimates.isHeld(ready.party(slot))) {
                    free++;
                }
            }
            int index = random.next(free);
            for (int slot = 0; ; slot++) {
                if (!estimates.isHeld(ready.party(slot)) && index-- == 0) {
                    return slot;
                }
            }
        }

        /** Decides which of the parties that are ready and not held back takes the next visible step. */
        private int intend(ReadyParties ready) {
            int size = ready.size();
            long sum = 0;
            for (int slot = 0; slot < size; slot++) {
                sum += weight(ready, slot);
            }
            long point = random.next(sum);
            for (int slot = 0; ; slot++) {
                point -= weight(ready, slot);
                if (point < 0) {
                    return ready.party(slot);
                }
            }
        }

        private long weight(ReadyParties ready, int slot) {
            int party = ready.party(slot);
            if (estimates.isHeld(party) || isWaiting(ready, slot)) {
                return 0;
            }
            long left = estimates.left(party);
            // A party that is about to take a visible step has one left, whatever the estimate says.
            return left == 0 && isVisible(ready.kind(slot)) ? 1 : left;
        }

        @Override
        void report(Experience experience) {
            experience.setSteps(estimates.taken());
        }

        @Override
        public boolean seesAllSteps() {
            return true;
        }
    }
}
