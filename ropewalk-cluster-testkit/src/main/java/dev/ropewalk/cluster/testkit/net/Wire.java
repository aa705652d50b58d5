package dev.ropewalk.cluster.testkit.net;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The frames on their way from one node to another. Each has a due: a call that is to deliver one. A due delivers whichever frame is the first, so
 * the order is kept even where dues wait: since the wire is held, or the sender is paused.
 */
final class Wire {
    private final Queue<byte[]> frames = new ArrayDeque<>();
    private long lastDue;
    private boolean isUsed;
    private boolean isHeld;
    private int heldDues;
    private int pausedDues;

    int size() {
        return frames.size();
    }

    void add(byte[] frame) {
        frames.add(frame);
    }

    byte @Nullable [] poll() {
        return frames.poll();
    }

    void clear() {
        frames.clear();
    }

    /** Returns when a frame arrives that would by itself, but not before the one ahead of it. */
    long dueAfterLast(long due) {
        if (!isUsed || due - lastDue > 0) {
            lastDue = due;
            isUsed = true;
        }
        return lastDue;
    }

    void hold() {
        isHeld = true;
    }

    /** Returns whether a due has to wait, which it does from now on. */
    boolean keepsDue() {
        if (isHeld) {
            heldDues++;
        }
        return isHeld;
    }

    /** Takes some of the dues that wait, or all there are. */
    int takeHeldDues(int most) {
        int taken = Math.min(most, heldDues);
        heldDues -= taken;
        return taken;
    }

    /** Holds no more, and takes all dues that wait. */
    int letGo() {
        isHeld = false;
        return takeHeldDues(heldDues);
    }

    void pauseDue() {
        pausedDues++;
    }

    int takePausedDues() {
        int taken = pausedDues;
        pausedDues = 0;
        return taken;
    }
}
