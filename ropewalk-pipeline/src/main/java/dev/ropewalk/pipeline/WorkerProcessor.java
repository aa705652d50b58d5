package dev.ropewalk.pipeline;

/**
 * The processor of one worker of a pool: takes whichever events no other worker has taken.
 *
 * <p>Why those behind never see an event that isn't done. The pool's {@code taken} is the last event that a worker has taken;
 * a worker's own sequence is the last before those that it has taken, and {@link Sequence#NOWHERE} while it has none. A
 * worker sets its own before it takes, and those behind read {@code taken} first: whoever sees that an event was taken also
 * sees whose sequence holds it back, until that worker is done with it. A worker whose attempt fails, because another was
 * faster, has held those behind back for a moment, and nothing else.
 */
final class WorkerProcessor<E> extends Processor<E> {
    private static final int MAX_TAKEN = 16;

    private final Sequence taken;
    private final int workers;

    WorkerProcessor(String name, Node<E> node, EventHandler<? super E> handler, Sequence taken, int workers) {
        super(name, node, handler, new Sequence(Sequence.NOWHERE));
        this.taken = taken;
        this.workers = workers;
    }

    @Override
    void startAfter(long sequence) {
        next = sequence + 1;
        batchEnd = sequence;
        taken.set(sequence);
    }

    @Override
    boolean take() {
        while (true) {
            long last = taken.getVolatile();
            long ready = node.barrier.ready(last + 1, last + node.maxBatch);
            if (ready <= last) {
                return false;
            }
            done.setVolatile(last);
            long share = Math.clamp((ready - last) / (2L * workers), 1, MAX_TAKEN);
            if (taken.compareAndSet(last, last + share)) {
                next = last + 1;
                batchEnd = last + share;
                return true;
            }
            done.set(Sequence.NOWHERE);
        }
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
        done.set(Sequence.NOWHERE);
    }

    @Override
    boolean hasWork() {
        long last = taken.getVolatile();
        return node.barrier.ready(last + 1, last + 1) > last;
    }
}
