package dev.ropewalk.pipeline;

/** {@link Left} with a stage that goes without telling anybody. */
final class BrokenLeft {
    private final Sequencer sequencer = new SingleProducerSequencer(1);
    private final Sequence done = new Sequence(0);
    private final Room room = new Room(sequencer);
    private boolean waits;

    BrokenLeft() {
        sequencer.gateOn(new Sequence[] {done, new Sequence(Sequence.BEFORE_FIRST)});
    }

    void waitForRoom() {
        waits = room.enter(new TestWait(0, 0));
    }

    void remove() {
        sequencer.gateOn(new Sequence[] {done});
    }

    boolean goesOn() {
        return !waits;
    }
}
