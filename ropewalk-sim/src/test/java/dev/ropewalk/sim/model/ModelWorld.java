package dev.ropewalk.sim.model;

import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.sim.choice.ChoiceSource;
import dev.ropewalk.sim.choice.ReadyParties;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Runs a model program. What is ready is kept in an order that looks arbitrary, as a fast engine does. */
final class ModelWorld implements ReadyParties {
    private final ModelProgram program;
    private final ChoiceSource choices;
    private final ModelState state;
    private final int[] next;
    private final List<Integer> ready = new ArrayList<>();
    private int last = -1;

    ModelWorld(ModelProgram program, ChoiceSource choices) {
        this.program = program;
        this.choices = choices;
        state = new ModelState(choices);
        next = new int[program.parties.size()];
        for (int party = 0; party < next.length; party++) {
            state.started[party] = !program.late.get(party);
        }
    }

    ModelRun run(int maxSteps) {
        List<Integer> order = new ArrayList<>();
        Map<Integer, List<Integer>> ofResource = new TreeMap<>();
        int picks = 0;
        int switches = 0;
        boolean givenUp = false;
        update();
        while (!ready.isEmpty() && order.size() < maxSteps && !state.failed) {
            int slot = 0;
            if (ready.size() > 1 || choices.seesAllSteps()) {
                slot = choices.pick(this);
                picks += ready.size() > 1 ? 1 : 0;
            }
            if (slot == ChoiceSource.GIVE_UP) {
                givenUp = true;
                break;
            }
            if (slot != 0 && isLastReady()) {
                switches++;
            }
            int party = ready.get(slot);
            ModelOp op = program.parties.get(party).get(next[party]);
            order.add(party);
            ofResource.computeIfAbsent(op.resource(), key -> new ArrayList<>()).add(party);
            if (op.effect().run(state, party)) {
                next[party]++;
            }
            last = party;
            update();
        }
        boolean cutOff = order.size() >= maxSteps;
        boolean ended = !cutOff && !givenUp && !state.failed;
        boolean deadlocked = ended && !isAllDone();
        boolean failed = state.failed || deadlocked || (ended && !program.atEnd.test(state));
        return new ModelRun(order, ofResource.toString(), picks, switches, failed, deadlocked, cutOff, givenUp);
    }

    private boolean isAllDone() {
        for (int party = 0; party < next.length; party++) {
            if (state.started[party] && next[party] < program.parties.get(party).size()) {
                return false;
            }
        }
        return true;
    }

    private void update() {
        for (int slot = ready.size() - 1; slot >= 0; slot--) {
            if (!isReady(ready.get(slot))) {
                int moved = ready.removeLast();
                if (slot < ready.size()) {
                    ready.set(slot, moved);
                }
            }
        }
        for (int party = 0; party < next.length; party++) {
            if (isReady(party) && !ready.contains(party)) {
                ready.add(party);
            }
        }
        int slot = ready.indexOf(last);
        if (slot > 0) {
            ready.set(slot, ready.getFirst());
            ready.set(0, last);
        }
    }

    private boolean isReady(int party) {
        List<ModelOp> ops = program.parties.get(party);
        return state.started[party]
                && next[party] < ops.size()
                && ops.get(next[party]).enabled().isEnabled(state, party);
    }

    private ModelOp op(int slot) {
        int party = ready.get(slot);
        return program.parties.get(party).get(next[party]);
    }

    @Override
    public int size() {
        return ready.size();
    }

    @Override
    public boolean isLastReady() {
        return !ready.isEmpty() && ready.getFirst() == last;
    }

    @Override
    public int party(int slot) {
        return ready.get(slot);
    }

    @Override
    public StepKind kind(int slot) {
        return op(slot).kind();
    }

    @Override
    public int resource(int slot) {
        return op(slot).resource();
    }
}
