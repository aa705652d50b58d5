package dev.ropewalk.journal.files;

import dev.ropewalk.journal.JournalFullException;
import java.time.Duration;
import java.util.Optional;

/**
 * Makes segments, for appenders and ahead of them. Several makers at once each need room on the disk for a while, and the last
 * room for one segment may do for none of them. So a maker that finds the disk full tries again alone, and segments are made
 * ahead by one maker alone; both first delete what makers left that died. A process that is stopped there holds up the others
 * only if the disk is full, and not for long.
 */
public final class SegmentMaker {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final SegmentFiles files;
    private final LockFile locks;

    public SegmentMaker(SegmentFiles files, LockFile locks) {
        this.files = files;
        this.locks = locks;
    }

    /**
     * Makes a segment's file unless there is one, or was one.
     *
     * @throws JournalFullException if there is no room for it
     */
    public void make(long number) {
        try {
            files.make(number);
        } catch (JournalFullException e) {
            if (!make(number, locks.hold(LockFile.MAKING, false, PATIENCE))) {
                throw e;
            }
        }
    }

    /** Makes a segment ahead unless another maker is at it; returns false in that case. */
    public boolean makeAhead(long number) {
        return make(number, locks.tryHold(LockFile.MAKING, false));
    }

    private boolean make(long number, Optional<LockFile.Hold> alone) {
        alone.ifPresent(held -> {
            try {
                files.sweepDead(epoch -> locks.probeFree(LockFile.SESSIONS + epoch));
                files.make(number);
            } finally {
                held.close();
            }
        });
        return alone.isPresent();
    }
}
