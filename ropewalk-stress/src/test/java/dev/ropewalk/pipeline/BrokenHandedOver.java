package dev.ropewalk.pipeline;

/** {@link HandedOver} with a producer that is released before its event is published. */
final class BrokenHandedOver {
    private final SingleProducerSequencer sequencer = new SingleProducerSequencer(4);
    private final ConsumedCache consumed = new ConsumedCache();
    private volatile boolean released;

    void publishAndRelease() {
        long sequence = sequencer.tryClaim(1, consumed);
        released = true;
        sequencer.publish(sequence, sequence);
    }

    boolean publish() {
        try {
            if (released) {
                long sequence = sequencer.tryClaim(1, consumed);
                sequencer.publish(sequence, sequence);
                return true;
            }
        } catch (IllegalStateException e) {
            return true;
        }
        return false;
    }

    int events() {
        return (int) sequencer.ready(0, 3) + 1;
    }
}
