package dev.ropewalk.cluster.link;

import dev.ropewalk.cluster.codec.MalformedFrameException;
import dev.ropewalk.cluster.codec.MalformedFrameException.Reason;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends control records until they are acknowledged. Belongs to who has the turn.
 *
 * <p>Records have numbers. They are sent in that order, some at a time, and when no acknowledgement brings news for a while all of these again, from the first. The receiver takes none but the next
 * one, so each is taken once, and in order.
 */
final class ControlSender {
    private static final int MAX_RECORDS_ON_THEIR_WAY = 1024;
    private static final int MAX_FRAMES_ON_THEIR_WAY = 8;

    private final ControlEntry entry;
    private final Wire wire;
    private final List<ControlRecord> unacknowledged = new ArrayList<>();

    /** The number of the first of them. */
    private long first;

    /** The number of the next that is sent; goes back to the first when nothing is heard. */
    private long next;

    /** How many were ever sent. */
    private long sent;

    /** Frames since there was news, or it went back. */
    private int frames;

    ControlSender(ControlEntry entry, Wire wire) {
        this.entry = entry;
        this.wire = wire;
    }

    boolean hasUnacknowledged() {
        return !unacknowledged.isEmpty();
    }

    /** Goes back to the first that isn't acknowledged. */
    void goBack() {
        next = first;
        frames = 0;
    }

    /**
     * Sends what wasn't sent since it went back, as much as may be on its way.
     *
     * @return false if the engine takes no more for now
     */
    boolean send(Position position) {
        unacknowledged.addAll(entry.take());
        while (frames < MAX_FRAMES_ON_THEIR_WAY) {
            int begin = (int) (next - first);
            int end = frameEnd(begin);
            if (begin == end) {
                return true;
            } else if (!wire.send(frame(position, begin, end))) {
                return false;
            }
            frames++;
            next += end - begin;
            sent = Math.max(sent, next);
        }
        return true;
    }

    private int frameEnd(int begin) {
        int max = Math.min(unacknowledged.size(), MAX_RECORDS_ON_THEIR_WAY);
        long size = 0;
        int end = begin;
        for (; end < max; end++) {
            size += unacknowledged.get(end).size();
            if (end > begin && size > LinkFrames.MAX_BODY_BYTES) {
                break;
            }
        }
        return end;
    }

    private byte[] frame(Position position, int begin, int end) {
        List<ControlRecord> records = unacknowledged.subList(begin, end);
        long size = (long) position.size() + LinkOutput.sizeOf(next);
        for (ControlRecord record : records) {
            size += record.size();
        }
        var out = new LinkOutput(LinkFrames.CONTROL, (int) size);
        position.write(out);
        out.number(next);
        records.forEach(record -> record.write(out));
        return out.toFrame();
    }

    /**
     * Compares an acknowledgement with what was sent.
     *
     * @throws MalformedFrameException if no receiver can have sent it
     */
    void check(LinkInput in, Ack ack) {
        if (ack.controls() > sent) {
            throw in.malformed(
                    Reason.OUT_OF_RANGE,
                    ack.controls() + " control records are acknowledged, and " + sent + " were sent");
        }
    }

    /** Takes an acknowledgement that was checked; returns whether it has brought news. */
    boolean acknowledged(Ack ack) {
        int count = (int) (ack.controls() - first);
        if (count <= 0) {
            return false;
        }
        List<ControlRecord> done = unacknowledged.subList(0, count);
        List<Credit> credits = new ArrayList<>();
        int limited = 0;
        long bytes = 0;
        for (ControlRecord record : done) {
            if (record.isLimited()) {
                limited++;
                bytes += record.bytes().length;
            }
            if (record.credit() != null) {
                credits.add(record.credit());
            }
        }
        entry.release(limited, bytes);
        done.clear();
        first += count;
        next = Math.max(next, first);
        frames = 0;
        for (Credit credit : credits) {
            credit.giveBack();
        }
        return true;
    }
}
