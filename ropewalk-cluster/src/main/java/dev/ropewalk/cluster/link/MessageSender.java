package dev.ropewalk.cluster.link;

import dev.ropewalk.cluster.LinkOptions;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.codec.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/**
 * Sends what waits in the {@link Outbox}, and finds out what became of it. Belongs to who has the turn.
 *
 * <p>Why the fate of each message is found. Messages have numbers, in the order in which they are sent, and so have their frames. Frames arrive in that order or not at all. So when a frame
 * arrives that says how many messages were sent before it, all of these have arrived or never will: that frame's {@link Position} settles them. While not all credit is back
 * and no news comes, the sender asks by a PROBE, again and again; so a tail that is lost is found, and so is an acknowledgement that is.
 *
 * <p>Why it is told once. What is acknowledged is a number that only goes up; the messages below it leave {@link Unsettled} as they are told. The receiver keeps ranges of lost messages until a
 * frame has said that the sender knows of them, which is after they have left. So each acknowledgement that brings news has all ranges that it needs, whichever were lost before it.
 *
 * <p>A frame that the engine refuses is kept as it is, and nothing else is sent before it.
 */
final class MessageSender {
    private final LinkOptions window;
    private final Outbox outbox;
    private final Wire wire;
    private final Listening listening;
    private final Conversation conversation;
    private final Unsettled unsettled = new Unsettled();
    private final FrameEnds frames = new FrameEnds();

    /** What was taken out of the outbox, from the index on. */
    private Unsent taken = new Unsent();

    private int index;

    /** Bytes of the messages that are in frames, be they sent or refused. */
    private long framedBytes;

    /** The receiver was told the window. */
    private boolean hasGreeted;

    /** What the engine has taken. */
    private long sent;

    private long sentBytes;

    /** Bytes of the messages that are settled. */
    private long settledBytes;

    private byte @Nullable [] refused;
    private Ack last;

    MessageSender(LinkOptions options, Outbox outbox, Wire wire, Listening listening, Conversation conversation) {
        window = options;
        this.outbox = outbox;
        this.wire = wire;
        this.listening = listening;
        this.conversation = conversation;
        last = Ack.first(options);
    }

    /** How far the sender has come. */
    enum Progress {
        /** Nothing waits, and the next message has it sent. */
        ASLEEP,
        /** More waits: other steps may have their turn. */
        MORE,
        /** Too many frames aren't acknowledged. */
        FULL,
        /** The engine takes no more for now. */
        REFUSED
    }

    /** Sends what waits, in a number of frames at most. */
    Progress send(int maxFrames) {
        for (int i = 0; ; i++) {
            if (refused == null && index == taken.size() && !takeMore()) {
                return Progress.ASLEEP;
            } else if (i == maxFrames) {
                return Progress.MORE;
            } else if (frames.isFull()) {
                return Progress.FULL;
            }
            if (!hasGreeted && !probe()) {
                return Progress.REFUSED;
            }
            hasGreeted = true;
            byte[] frame = refused == null ? frame() : refused;
            refused = frame;
            if (!wire.send(frame)) {
                return Progress.REFUSED;
            }
            refused = null;
            sent = unsettled.next();
            sentBytes = framedBytes;
            frames.add(sent);
            conversation.spoke();
        }
    }

    private boolean takeMore() {
        taken.reset();
        index = 0;
        Unsent more = outbox.take(taken);
        if (more == null) {
            return false;
        }
        taken = more;
        return true;
    }

    /** Makes a frame of the next messages. What may fail for want of memory comes first. */
    private byte[] frame() {
        var position = new Position(unsettled.next(), framedBytes, unsettled.first());
        long size = 0;
        int end = index;
        while (end < taken.size()) {
            int length = taken.message(end).length;
            long larger = size + LinkOutput.sizeOf(length) + length;
            if (end > index && larger > LinkFrames.MAX_BODY_BYTES) {
                break;
            }
            size = larger;
            end++;
        }
        var out = new LinkOutput(LinkFrames.MESSAGES, position.size() + (int) size);
        unsettled.reserve(end - index);
        position.write(out);
        for (; index < end; index++) {
            byte[] message = taken.message(index);
            out.bytes(message);
            framedBytes += message.length;
            unsettled.add(taken.what(index), message.length);
            taken.clear(index);
        }
        return out.toFrame();
    }

    /** Asks for an acknowledgement, and tells the window; returns false if the engine takes no more for now. */
    boolean probe() {
        return wire.send(LinkFrames.probe(position(), window));
    }

    /** Returns where the messages stand that the engine has taken. */
    Position position() {
        return new Position(sent, sentBytes, unsettled.first());
    }

    /** Returns whether the engine has taken messages whose credit isn't back. */
    boolean isOwedCredit() {
        return last.released() < sent;
    }

    /**
     * Compares an acknowledgement with what was sent and what was acknowledged.
     *
     * @return whether it is newer than the last one
     * @throws MalformedFrameException if no receiver can have sent it
     */
    boolean check(LinkInput in, Ack ack) {
        if (!ack.isSince(last)) {
            if (last.isSince(ack)) {
                return false;
            }
            throw in.malformed(MalformedFrameException.Reason.OUT_OF_RANGE, "an acknowledgement takes something back");
        }
        if (ack.settled() > sent) {
            throw in.malformed(
                    MalformedFrameException.Reason.OUT_OF_RANGE,
                    ack.settled() + " messages are acknowledged, and " + sent + " were sent");
        }
        long bytes = bytesUpTo(ack.settled());
        if (ack.releasedBytes() > bytes) {
            throw in.malformed(
                    MalformedFrameException.Reason.OUT_OF_RANGE,
                    ack.releasedBytes() + " bytes are released, of " + bytes);
        }
        return true;
    }

    private long bytesUpTo(long end) {
        long bytes = settledBytes;
        for (long number = unsettled.first(); number < end; number++) {
            bytes += unsettled.bytes(number);
        }
        return bytes;
    }

    /** Takes an acknowledgement that was checked; returns whether it has brought news. */
    boolean acknowledged(Ack ack) {
        boolean isNews = ack.settled() > last.settled() || ack.released() > last.released();
        last = ack;
        settledBytes = bytesUpTo(ack.settled());
        frames.removeUpTo(ack.settled());
        long count = ack.settled() - unsettled.first();
        long lost = 0;
        for (int i = 0; i < ack.lost().length; i += 2) {
            lost += Math.max(0, ack.lost()[i + 1] - Math.max(ack.lost()[i], unsettled.first()));
        }
        boolean isCreditWanted = outbox.settle(count - lost, lost, ack);
        remove(ack);
        if (isCreditWanted) {
            listening.creditGrew();
        }
        return isNews;
    }

    private void remove(Ack ack) {
        for (int range = 0; unsettled.first() < ack.settled(); ) {
            long number = unsettled.first();
            while (range < ack.lost().length && ack.lost()[range + 1] <= number) {
                range += 2;
            }
            Object what = unsettled.removeFirst();
            if (range < ack.lost().length && ack.lost()[range] <= number) {
                listening.lost(what, Reason.LINK);
            }
        }
    }

    /** Counts all that isn't settled as lost, and tells it; the outbox takes nothing any more. */
    void end() {
        Unsent waiting = outbox.take(new Unsent());
        long count = unsettled.next() - unsettled.first() + taken.size() - index;
        if (waiting != null) {
            count += waiting.size();
        }
        outbox.settleLost(count);
        while (unsettled.size() > 0) {
            listening.lost(unsettled.removeFirst(), Reason.NODE_GONE);
        }
        tellLost(taken, index);
        if (waiting != null) {
            tellLost(waiting, 0);
        }
        refused = null;
    }

    private void tellLost(Unsent messages, int from) {
        for (int i = from; i < messages.size(); i++) {
            Object what = messages.what(i);
            messages.clear(i);
            listening.lost(what, Reason.NODE_GONE);
        }
    }
}
