package dev.ropewalk.pipeline.sequence;

/** {@code HandedOver} with a producer that is released before its event is published. */
final class BrokenHandedOver {
    private final SingleProducerSequencer sequencer = new SingleProducerSequencer(4);
    private final ConsumedCache consumed = new ConsumedCache();
    private volatile boolean released;
    private boolean secondPublished;

    void publishAndRelease() {
        long sequence = sequencer.tryClaim(1, consumed);
        released = true;
        sequencer.publish(sequence, sequence);
    }

    boolean publish() {
        if (!released) {
            return false;
        }
        long sequence = sequencer.tryClaim(1, consumed);
        sequencer.publish(sequence, sequence);
        secondPublished = true;
        return true;
    }

    /** Returns how many events there are, if none was lost. */
    int events() {
        int events = (int) sequencer.ready(0, 3) + 1;
        return secondPublished && events < 2 ? -1 : events;
    }
}
