package dev.ropewalk.pipeline;

/** The processor of a plain stage: handles every event, in order. */
final class StageProcessor<E> extends Processor<E> {
    StageProcessor(String name, Node<E> node, EventHandler<? super E> handler) {
        super(name, node, handler, new Sequence(Sequence.BEFORE_FIRST));
    }

    @Override
    boolean take() {
        long most = next + node.maxBatch - 1;
        long ready = node.barrier.ready(next, most);
        if (ready < next) {
            return false;
        }
        caughtUp = ready < most;
        batchEnd = ready;
        return true;
    }

    @Override
    void handle() throws Exception {
        long from = next;
        long sequence = from;
        long last = sequencer.lastEvent(from, batchEnd);
        boolean clean = from > sequencer.lastAborted();
        long handled = 0;
        try {
            for (; sequence <= last; sequence++) {
                if (clean || !sequencer.isAborted(sequence)) {
                    handler.onEvent(ring.event(sequence), sequence, sequence == last);
                    handled++;
                }
            }
            sequence = batchEnd + 1;
        } finally {
            next = sequence;
            counters.events += handled;
        }
    }

    @Override
    void release() {
        done.set(batchEnd);
    }

    @Override
    boolean hasWork() {
        return node.barrier.ready(next, next) >= next;
    }
}
