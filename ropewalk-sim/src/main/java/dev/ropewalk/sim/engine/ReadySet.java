package dev.ropewalk.sim.engine;

import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.sim.choice.ChoiceSource;
import dev.ropewalk.sim.choice.ReadyParties;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parties that can take a step, and the choice among them. To add and to remove one costs the same however many there are. */
final class ReadySet implements ReadyParties {
    private static final int FIRST_CAPACITY = 16;

    private final ChoiceSource choices;
    private final boolean seesAllSteps;
    private @Nullable Party last;
    private @Nullable Party[] slots = new Party[FIRST_CAPACITY];
    private int size;
    private boolean lastReady;

    ReadySet(ChoiceSource choices) {
        this.choices = choices;
        this.seesAllSteps = choices.seesAllSteps();
    }

    /** Chooses the party that takes the next step, and takes it out; null if the run is given up. There must be one. */
    @Nullable
    Party choose() {
        putLastFirst();
        int slot = size == 1 && !seesAllSteps ? 0 : choices.pick(this);
        if (slot == ChoiceSource.GIVE_UP) {
            return null;
        }
        Party chosen = at(slot);
        remove(chosen);
        last = chosen;
        return chosen;
    }

    /** Returns the party that was chosen last, if any was. */
    @Nullable
    Party last() {
        return last;
    }

    void add(Party party) {
        if (size == slots.length) {
            slots = Arrays.copyOf(slots, size << 1);
        }
        party.slot = size;
        slots[size++] = party;
    }

    void remove(Party party) {
        Party moved = at(--size);
        slots[party.slot] = moved;
        moved.slot = party.slot;
        slots[size] = null;
        party.slot = -1;
    }

    private void putLastFirst() {
        Party latest = last;
        if (latest == null || latest.slot < 0) {
            lastReady = false;
            return;
        }
        lastReady = true;
        if (latest.slot != 0) {
            Party first = at(0);
            slots[latest.slot] = first;
            first.slot = latest.slot;
            slots[0] = latest;
            latest.slot = 0;
        }
    }

    /** Returns all of them. */
    List<Party> all() {
        List<Party> all = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            all.add(at(i));
        }
        return all;
    }

    @SuppressWarnings("NullAway") // all slots below the size are taken
    private Party at(int slot) {
        return slots[slot];
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean isLastReady() {
        return lastReady;
    }

    @Override
    public int party(int slot) {
        return at(slot).number;
    }

    @Override
    public StepKind kind(int slot) {
        return at(slot).kind;
    }

    @Override
    public int resource(int slot) {
        return at(slot).resource;
    }
}
