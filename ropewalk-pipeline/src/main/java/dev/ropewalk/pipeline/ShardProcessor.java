package dev.ropewalk.pipeline;

/** The processor of one shard: goes over every event and handles those whose keys are its own. */
final class ShardProcessor<E> extends Processor<E> {
    private static final long NONE = -1;

    private final Shards<E> shards;
    private final int shard;

    ShardProcessor(String name, Node<E> node, EventHandler<? super E> handler, Shards<E> shards, int shard) {
        super(name, node, handler, new Sequence(Sequence.BEFORE_FIRST));
        this.shards = shards;
        this.shard = shard;
    }

    @Override
    boolean take() {
        long ready = node.barrier.ready(next, next + node.maxBatch - 1);
        if (ready < next) {
            return false;
        }
        batchEnd = ready;
        return true;
    }

    /** Handles each own event when the next own one is found, so that the last of the batch is known to be the last. */
    @Override
    void handle() throws Exception {
        long from = next;
        boolean clean = from > sequencer.lastAborted();
        long held = NONE;
        long handled = 0;
        long last = batchEnd;
        long sequence = from;
        try {
            for (; sequence <= last; sequence++) {
                if ((clean || !sequencer.isAborted(sequence)) && shards.shardOf(ring.event(sequence)) == shard) {
                    if (held != NONE) {
                        long own = held;
                        handler.onEvent(ring.event(own), own, false);
                        handled++;
                    }
                    held = sequence;
                }
            }
            if (held != NONE) {
                handler.onEvent(ring.event(held), held, true);
                handled++;
                held = NONE;
            }
        } finally {
            next = held == NONE ? sequence : held;
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
