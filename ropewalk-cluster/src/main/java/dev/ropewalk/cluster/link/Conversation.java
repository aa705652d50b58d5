package dev.ropewalk.cluster.link;

import dev.ropewalk.base.StackRoom;

/**
 * Whether messages go to and fro on a link, one after another. Then a thread that brings one does the link's work with it, since the strand would take longer to begin than that work takes. Otherwise it is left to the strand, so that what comes
 * meanwhile goes together.
 *
 * <p>The rule: a message is sent here if the last frame of messages was the other node's, and one of theirs is read here if the last one was this node's. So a stream in one direction has its first message sent so, and
 * all others by the strand; and a question whose answer is waited for is sent and answered without it. It is a guess, on which nothing relies but time: any thread looks, without a lock.
 */
final class Conversation {
    /** A frame that has more is work for the strand: the thread that has brought it may be the engine's. */
    private static final int MAX_FRAME_BYTES = 4096;

    private volatile boolean hasSpokenLast;

    /** A frame of messages is sent. */
    void spoke() {
        hasSpokenLast = true;
    }

    /** A frame of messages has come. */
    void heard() {
        hasSpokenLast = false;
    }

    /** Returns whether the thread that brings a message is to send it. */
    boolean isMyTurnToSpeak() {
        return !hasSpokenLast && hasRoom();
    }

    /** Returns whether the thread that brings a frame is to read it. */
    boolean isAnswer(byte[] frame) {
        return hasSpokenLast
                && frame.length <= MAX_FRAME_BYTES
                && LinkInput.isOfKind(LinkFrames.MESSAGES, frame)
                && hasRoom();
    }

    /** Returns whether the engine, or the listener, has room on the stack. */
    private static boolean hasRoom() {
        try {
            StackRoom.requireForPool();
            return true;
        } catch (StackOverflowError deep) {
            return false;
        }
    }
}
