package dev.ropewalk.sim.choice;

/** Repeats recorded decisions. Where the record has ended or doesn't fit, the decision is the default. */
public final class RecordedChoices implements ChoiceSource {
    private static final int NONE = Integer.MAX_VALUE;

    private final Schedule schedule;
    private int position;
    private int index;
    private int nextPosition;
    private int firstMisfit = -1;

    /** Makes a source that begins with the first decision. */
    public RecordedChoices(Schedule schedule) {
        this.schedule = schedule;
        nextPosition = schedule.count() == 0 ? NONE : schedule.position(0);
    }

    @Override
    public int pick(ReadyParties ready) {
        int size = ready.size();
        return size == 1 ? 0 : draw(size);
    }

    @Override
    public int draw(int bound) {
        return position++ == nextPosition ? recorded(bound) : 0;
    }

    @Override
    public boolean strike(int oneIn) {
        return draw(2) == 1;
    }

    private int recorded(int bound) {
        int value = schedule.value(index++);
        nextPosition = index == schedule.count() ? NONE : schedule.position(index);
        if (value < bound) {
            return value;
        }
        if (firstMisfit < 0) {
            firstMisfit = position - 1;
        }
        return 0;
    }

    /** Returns how many decisions the run has asked for. */
    public int position() {
        return position;
    }

    /** Returns the first position at which the record named an option that the run didn't have, or -1. */
    public int firstMisfit() {
        return firstMisfit;
    }

    /** Returns how many recorded decisions, defaults left out, the run hasn't asked for. */
    public int unused() {
        return schedule.count() - index;
    }
}
