package dev.ropewalk.journal;

import dev.ropewalk.journal.files.Forcer;
import dev.ropewalk.journal.format.Segment;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;

/** Forces only when it is let, and tells what it was asked for. */
final class BlockableForcer implements Forcer {
    /** A range that was forced, as logical positions. */
    record Range(long from, long to) {}

    final List<Range> asked = new CopyOnWriteArrayList<>();
    private final Semaphore permits;
    private volatile boolean fails;

    BlockableForcer(int permits) {
        this.permits = new Semaphore(permits);
    }

    static BlockableForcer open() {
        return new BlockableForcer(Integer.MAX_VALUE / 2);
    }

    void let(int forces) {
        permits.release(forces);
    }

    void fail() {
        fails = true;
    }

    @Override
    public void force(Segment segment, long from, long to) {
        asked.add(new Range(segment.number * segment.bytes + from, segment.number * segment.bytes + to));
        permits.acquireUninterruptibly();
        if (fails) {
            throw new java.io.UncheckedIOException(new java.io.IOException("the disk is gone"));
        }
    }
}
