package dev.ropewalk.sim.strategy;

import dev.ropewalk.sim.choice.ChoiceSource;
import dev.ropewalk.sim.choice.ReadyParties;
import dev.ropewalk.sim.choice.SplitMix64;
import dev.ropewalk.sim.strategy.Branch.PathNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run of an exhaustive search: goes to a branch, then on by the cheapest decisions, and notes the branches that it passes.
 *
 * <p>A party that polls is a choice only if another party has done something since its last look. Else the search would have no
 * end (Musuvathi, Qadeer: Fair stateless model checking, PLDI 2008).
 */
final class BranchWalker implements ChoiceSource {
    /** Draws of more options than that aren't enumerated. */
    static final int MAX_OPTIONS = 8;

    /** Branches aren't noted behind so many decisions, so that a run without an end doesn't fill the memory. */
    static final int MAX_DECISIONS = 100_000;

    private final int bound;
    private final boolean reduced;
    private final int[] prefix;
    private int position;

    private @Nullable PathNode path;
    private SleepSet asleep;
    private int spent;
    private boolean truncated;
    private final List<Branch> found = new ArrayList<>();
    private @Nullable Siblings siblings;

    private final Progress progress = new Progress();
    private final SplitMix64 random = new SplitMix64(0);

    BranchWalker(Branch branch, Exhaustive strategy) {
        this.bound = strategy.bound();
        this.reduced = strategy.reduced();
        path = branch.path();
        prefix = PathNode.values(path);
        asleep = branch.asleep();
        spent = branch.spent();
    }

    @Override
    public int pick(ReadyParties ready) {
        settleSiblings(ready);
        boolean following = position < prefix.length;
        int slot = following ? followed(ready) : chosen(ready);
        if (slot != GIVE_UP) {
            if (!following || position == prefix.length) {
                asleep = asleep.after(ready.resource(slot));
            }
            progress.take(ready, slot);
        }
        return slot;
    }

    private int followed(ReadyParties ready) {
        return ready.size() == 1 ? 0 : prefix[position++];
    }

    private int chosen(ReadyParties ready) {
        int size = ready.size();
        if (!progress.isChoice(ready)) {
            return decided(ready, RoundRobin.slotBehind(ready, progress.last()));
        }
        int first = GIVE_UP;
        for (int slot = 0; slot < size; slot++) {
            if (isAllowed(ready, slot)) {
                if (first == GIVE_UP) {
                    first = slot;
                } else {
                    branchOff(ready, first, slot);
                }
            }
        }
        return first == GIVE_UP ? GIVE_UP : decided(ready, first);
    }

    private boolean isAllowed(ReadyParties ready, int slot) {
        return progress.mayGoOn(ready, slot)
                && !asleep.contains(ready.party(slot))
                && spent + cost(ready, slot) <= bound;
    }

    private int decided(ReadyParties ready, int slot) {
        if (asleep.contains(ready.party(slot))) {
            return GIVE_UP;
        }
        if (ready.size() > 1) {
            spent += cost(ready, slot);
            path = PathNode.after(path, slot);
        }
        return slot;
    }

    /** Returns 1 for a preemption. */
    private int cost(ReadyParties ready, int slot) {
        return isBounded() && slot > 0 && ready.isLastReady() && !Picker.isWaiting(ready, 0) ? 1 : 0;
    }

    private void branchOff(ReadyParties ready, int first, int slot) {
        if (isTooLong()) {
            return;
        }
        if (siblings == null) {
            siblings = new Siblings(ready, first, asleep);
        }
        siblings.add(ready, slot, new Branch(PathNode.after(path, slot), SleepSet.EMPTY, spent + cost(ready, slot)));
    }

    private boolean isTooLong() {
        boolean tooLong = path != null && path.length() >= MAX_DECISIONS;
        truncated |= tooLong;
        return tooLong;
    }

    /** The effect of the step that was taken tells which parties sleep in its siblings. */
    private void settleSiblings(@Nullable ReadyParties after) {
        if (siblings != null) {
            if (reduced) {
                siblings.settle(isBounded(), after, found);
            } else {
                siblings.settleAwake(found);
            }
            siblings = null;
        }
    }

    @Override
    public int draw(int options) {
        if (siblings != null) {
            siblings.foundAmbiguous();
        }
        if (position < prefix.length) {
            return prefix[position++];
        }
        int value = 0;
        if (options > MAX_OPTIONS) {
            truncated = true;
            value = random.next(options);
        } else if (!isTooLong()) {
            for (int other = 1; other < options; other++) {
                found.add(new Branch(PathNode.after(path, other), asleep, spent));
            }
        }
        path = PathNode.after(path, value);
        return value;
    }

    @Override
    public boolean strike(int oneIn) {
        if (siblings != null) {
            siblings.foundAmbiguous();
        }
        if (position < prefix.length) {
            return prefix[position++] == 1;
        }
        int price = isBounded() ? 1 : 0;
        if (spent + price <= bound && !isTooLong()) {
            found.add(new Branch(PathNode.after(path, 1), asleep, spent + price));
        }
        path = PathNode.after(path, 0);
        return false;
    }

    private boolean isBounded() {
        return bound != Exhaustive.UNBOUNDED;
    }

    @Override
    public boolean seesAllSteps() {
        return true;
    }

    /** Returns the branches that the run has passed, to be called at its end. */
    List<Branch> found() {
        settleSiblings(null);
        return found;
    }

    /** Returns whether branches were left out, because the run was too long or a draw had too many options. */
    boolean isTruncated() {
        return truncated;
    }
}
