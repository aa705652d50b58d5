package dev.ropewalk.cluster.link;

import dev.ropewalk.base.BriefLock;
import java.util.ArrayList;
import java.util.List;

/** Where control records wait for the link, and the limit of those that aren't acknowledged, but for the ones whose number is bounded by who sends them. Any thread may use it: everything is guarded by this lock. */
final class ControlEntry extends BriefLock {
    static final int MAX_RECORDS = 1 << 16;
    static final int MAX_BYTES = 64 << 20;

    private List<ControlRecord> waiting = new ArrayList<>();
    private int records;
    private long bytes;
    private boolean ended;

    /** Takes a record; returns false if the link has ended. */
    boolean add(ControlRecord record) {
        lock();
        try {
            if (ended) {
                return false;
            }
            if (record.isLimited()) {
                requireRoom(record.bytes().length);
            }
            waiting.add(record);
            if (record.isLimited()) {
                records++;
                bytes += record.bytes().length;
            }
            return true;
        } finally {
            unlock();
        }
    }

    private void requireRoom(int length) {
        if (records == MAX_RECORDS || bytes + length > MAX_BYTES) {
            throw new IllegalStateException(records + " control records of " + bytes
                    + " bytes aren't acknowledged, so that one of " + length + " bytes is refused");
        }
    }

    /** Takes what waits; called by who has the turn. */
    List<ControlRecord> take() {
        List<ControlRecord> empty = new ArrayList<>();
        lock();
        try {
            if (waiting.isEmpty()) {
                return empty;
            }
            List<ControlRecord> taken = waiting;
            waiting = empty;
            return taken;
        } finally {
            unlock();
        }
    }

    /** Makes room: some are acknowledged. */
    void release(int moreRecords, long moreBytes) {
        lock();
        records -= moreRecords;
        bytes -= moreBytes;
        unlock();
    }

    /** Takes no more. */
    void end() {
        lock();
        ended = true;
        unlock();
    }
}
