package dev.ropewalk.cluster.reliable;

import java.nio.ByteBuffer;

/**
 * What a message says beside itself, each time that it is sent.
 *
 * <pre>
 *  number of the message, 8 bytes | how many before it its sender waits for, 4 | how many behind it were sent before, 4 | round, 4 | token, 8 | flags, 1
 * </pre>
 *
 * @param number the number of the message among all of its sender, from 1
 * @param oldest the number of the first message that the sender waits for: all before it were handled
 * @param ahead how many messages with higher numbers were sent before this one; above zero if the sender only asks whether they have come
 * @param round how often the sender had begun again with its oldest message
 * @param token what an entity has asked with that didn't know the sender, 0 if none has
 * @param flags the sum of {@link #FIRST}, {@link #PROMPT}, {@link #ANSWER} and {@link #EMPTY}
 */
public record Stamp(long number, long oldest, int ahead, int round, long token, byte flags) {
    /** The message is sent for the first time, so that nobody has handled it. */
    public static final byte FIRST = 1;

    /** The sender waits for the news that this was handled. */
    public static final byte PROMPT = 2;

    /** The sender wants to hear what the entity has thrown. */
    public static final byte ANSWER = 4;

    /** There is no message: it was given up. Only its number is used. */
    public static final byte EMPTY = 8;

    /** How many bytes it has. */
    public static final int BYTES = 3 * Integer.BYTES + 2 * Long.BYTES + 1;

    boolean is(byte flag) {
        return (flags & flag) != 0;
    }

    /** Returns whether the message is sent for the first time. */
    public boolean isFirst() {
        return is(FIRST);
    }

    /** Returns whether there is no message. */
    public boolean isEmpty() {
        return is(EMPTY);
    }

    /** Writes it, from the buffer's position on. */
    public void write(ByteBuffer target) {
        target.putLong(number)
                .putInt((int) (number - oldest))
                .putInt(ahead)
                .putInt(round)
                .putLong(token)
                .put(flags);
    }

    /**
     * Reads one, and goes on behind it.
     *
     * @throws IllegalArgumentException if it can't be one
     */
    public static Stamp read(ByteBuffer from) {
        long number = from.getLong();
        var read = new Stamp(number, number - from.getInt(), from.getInt(), from.getInt(), from.getLong(), from.get());
        if (read.oldest < 1 || read.oldest > number || read.ahead < 0 || read.round < 0) {
            throw new IllegalArgumentException("no message has the stamp " + read);
        }
        return read;
    }
}
