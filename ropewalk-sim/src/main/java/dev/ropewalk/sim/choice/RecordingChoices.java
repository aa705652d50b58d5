package dev.ropewalk.sim.choice;

/** Records what another source decides. Its memory grows with the run. */
public final class RecordingChoices implements ChoiceSource {
    private final ChoiceSource source;
    private final Decisions decisions = new Decisions();

    /** Makes a recorder of a source. */
    public RecordingChoices(ChoiceSource source) {
        this.source = source;
    }

    @Override
    public int pick(ReadyParties ready) {
        int slot = source.pick(ready);
        if (slot != GIVE_UP && ready.size() > 1) {
            decisions.add(DecisionKind.PICK, slot);
        }
        return slot;
    }

    @Override
    public int draw(int bound) {
        int option = source.draw(bound);
        decisions.add(DecisionKind.DRAW, option);
        return option;
    }

    @Override
    public boolean strike(int oneIn) {
        boolean struck = source.strike(oneIn);
        decisions.add(DecisionKind.FAULT, struck ? 1 : 0);
        return struck;
    }

    @Override
    public boolean seesAllSteps() {
        return source.seesAllSteps();
    }

    /** Returns what was decided so far. The list grows with the run. */
    public Decisions decisions() {
        return decisions;
    }
}
