package dev.ropewalk.sim.strategy;

import dev.ropewalk.sim.choice.ReadyParties;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The other ways at one place of a search, until it is known what the step does that the run takes there. */
final class Siblings {
    private final int[] partiesBefore;
    private final int first;
    private final int firstResource;
    private final boolean goesOn;
    private final SleepSet asleep;
    private final List<Branch> branches = new ArrayList<>();
    private final List<SleepSet> earlier = new ArrayList<>();
    private SleepSet begun;
    private boolean ambiguous;

    Siblings(ReadyParties ready, int firstSlot, SleepSet asleep) {
        partiesBefore = parties(ready);
        first = ready.party(firstSlot);
        firstResource = ready.resource(firstSlot);
        goesOn = firstSlot == 0 && ready.isLastReady() && !Picker.isWaiting(ready, 0);
        this.asleep = asleep;
        begun = asleep.with(first, firstResource);
    }

    private static int[] parties(ReadyParties ready) {
        var parties = new int[ready.size()];
        for (int slot = 0; slot < parties.length; slot++) {
            parties[slot] = ready.party(slot);
        }
        Arrays.sort(parties);
        return parties;
    }

    void add(ReadyParties ready, int slot, Branch branch) {
        branches.add(branch);
        earlier.add(begun);
        begun = begun.with(ready.party(slot), ready.resource(slot));
    }

    /** The step that the run takes has drawn something, so that it may do this or that. */
    void foundAmbiguous() {
        ambiguous = true;
    }

    /** Adds the branches to a list. {@code after} is what is ready after the step; null if the run has ended. */
    void settle(boolean bounded, @Nullable ReadyParties after, List<Branch> found) {
        SleepSet sleeping = goesOn && !ambiguous && (after == null || letsNoOtherGoOn(after))
                ? asleep.with(first, firstResource)
                : asleep;
        for (int i = 0; i < branches.size(); i++) {
            Branch branch = branches.get(i);
            found.add(new Branch(branch.path(), bounded ? sleeping : earlier.get(i), branch.spent()));
        }
    }

    /** Adds the branches to a list, in which each party may take its step. */
    void settleAwake(List<Branch> found) {
        found.addAll(branches);
    }

    private boolean letsNoOtherGoOn(ReadyParties after) {
        int size = after.size();
        for (int slot = 0; slot < size; slot++) {
            if (Arrays.binarySearch(partiesBefore, after.party(slot)) < 0) {
                return false;
            }
        }
        return true;
    }
}
