package dev.ropewalk.pipeline.sequence;

/** {@link SingleProducerSequencer} with a flaw. */
final class BrokenSingleSequencer extends Sequencer {
    /** What is wrong. */
    enum Flaw {
        /** Events are made visible before the marks of those that are aborted. */
        CURSOR_BEFORE_MARK,
        /** A claim goes one further than the slowest stage allows. */
        STALE_GATE,
        /** The sleeping are looked for without a fence after the publication. */
        NO_FENCE
    }

    private final Flaw flaw;
    private final Sequence cursor = new Sequence(Sequence.BEFORE_FIRST);
    private final boolean[] aborted;
    private long last = Sequence.BEFORE_FIRST;
    Signal[] sleepers = {};

    BrokenSingleSequencer(int capacity, Flaw flaw) {
        super(capacity);
        this.flaw = flaw;
        aborted = new boolean[capacity];
    }

    @Override
    public long tryClaim(int n, ConsumedCache consumed) {
        long waiters = consumed() + (flaw == Flaw.STALE_GATE ? 1 : 0);
        if (last + n - capacity > waiters) {
            return FULL;
        }
        last += n;
        return last;
    }

    @Override
    public void publishSilently(long low, long high) {
        cursor.set(high);
        for (Signal sleeper : sleepers) {
            sleeper.raise();
        }
    }

    @Override
    public void abortSilently(long low, long high) {
        publishSilently(low, high);
        for (long sequence = low; sequence <= high; sequence++) {
            aborted[(int) sequence & capacity - 1] = true;
        }
        raiseLastAborted(high);
    }

    @Override
    public long ready(long from, long most) {
        return Math.min(cursor.get(), most);
    }

    @Override
    public boolean isAborted(long sequence) {
        return aborted[(int) sequence & capacity - 1];
    }

    @Override
    public long claimed() {
        return cursor.get();
    }

    @Override
    public long lastClaimed() {
        return claimed();
    }
}
