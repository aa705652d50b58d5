package dev.ropewalk.sim.shrink;

import dev.ropewalk.sim.choice.ChoiceSource;
import dev.ropewalk.sim.choice.DecisionKind;
import dev.ropewalk.sim.choice.Decisions;
import dev.ropewalk.sim.choice.ReadyParties;
import java.util.ArrayList;
import java.util.List;

/** Records what another source decides as items. */
final class ItemRecorder implements ChoiceSource {
    private final ChoiceSource source;
    private final PartyClock clock = new PartyClock();
    private final Decisions decisions = new Decisions();
    private final List<Item> items = new ArrayList<>();
    private int switches;

    ItemRecorder(ChoiceSource source) {
        this.source = source;
    }

    @Override
    public int pick(ReadyParties ready) {
        int slot = source.pick(ready);
        if (ready.size() > 1) {
            decisions.add(DecisionKind.PICK, slot);
            if (slot > 0) {
                items.add(new Item(DecisionKind.PICK, clock.party(), clock.steps(), ready.party(slot)));
                switches += ready.isLastReady() ? 1 : 0;
            }
        }
        clock.take(ready.party(slot));
        return slot;
    }

    @Override
    public int draw(int bound) {
        return note(DecisionKind.DRAW, source.draw(bound));
    }

    @Override
    public boolean strike(int oneIn) {
        return note(DecisionKind.FAULT, source.strike(oneIn) ? 1 : 0) == 1;
    }

    private int note(DecisionKind kind, int option) {
        decisions.add(kind, option);
        int count = clock.nextDraw();
        if (option != 0) {
            items.add(new Item(kind, clock.party(), count, option));
        }
        return option;
    }

    @Override
    public boolean seesAllSteps() {
        return true;
    }

    List<Item> items() {
        return items;
    }

    Decisions decisions() {
        return decisions;
    }

    int switches() {
        return switches;
    }
}
