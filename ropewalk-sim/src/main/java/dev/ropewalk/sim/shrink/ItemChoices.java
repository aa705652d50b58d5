package dev.ropewalk.sim.shrink;

import dev.ropewalk.sim.choice.ChoiceSource;
import dev.ropewalk.sim.choice.DecisionKind;
import dev.ropewalk.sim.choice.ReadyParties;
import dev.ropewalk.sim.shrink.Item.Address;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes the decisions that items tell, and the default elsewhere. An item that doesn't fit is left out. */
final class ItemChoices implements ChoiceSource {
    private final Map<Address, Item> items = new HashMap<>();
    private final PartyClock clock = new PartyClock();

    ItemChoices(List<Item> items) {
        items.forEach(item -> this.items.put(item.address(), item));
    }

    @Override
    public int pick(ReadyParties ready) {
        int slot = ready.size() == 1 ? 0 : picked(ready);
        clock.take(ready.party(slot));
        return slot;
    }

    private int picked(ReadyParties ready) {
        Item item = items.get(new Address(true, clock.party(), clock.steps()));
        return item == null ? 0 : Math.max(0, PartyClock.slotOf(ready, item.value()));
    }

    @Override
    public int draw(int bound) {
        return option(DecisionKind.DRAW, bound);
    }

    @Override
    public boolean strike(int oneIn) {
        return option(DecisionKind.FAULT, 2) == 1;
    }

    private int option(DecisionKind kind, int bound) {
        Item item = items.get(new Address(false, clock.party(), clock.nextDraw()));
        return item != null && item.kind() == kind && item.value() < bound ? item.value() : 0;
    }

    @Override
    public boolean seesAllSteps() {
        return true;
    }
}
