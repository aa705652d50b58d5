package dev.ropewalk.cluster;

/**
 * How much may be on its way from one node to another. Immutable; each method returns changed options. All nodes of a cluster should have the same.
 *
 * <p>What is sent takes credit, which comes back when the receiver takes the message out of its mailbox. So a slow receiver, or a slow link,
 * costs the receiver no more memory than this. It costs the sender what waits to leave, too: up to 1,024 messages or 256 KiB for each shard of a type, and as much for the actors of each other node, and one message more.
 *
 * @param windowMessages messages on their way, or in mailboxes over there, from 16; 16 384 by default
 * @param windowBytes bytes of these messages, from 64 KiB; 16 MiB by default
 */
public record LinkOptions(int windowMessages, int windowBytes) {
    private static final int MIN_MESSAGES = 16;
    private static final int MAX_MESSAGES = 1 << 24;
    private static final int MIN_BYTES = 64 << 10;
    private static final int MAX_BYTES = 1 << 30;
    private static final LinkOptions DEFAULTS = new LinkOptions(16 << 10, 16 << 20);

    /** Checks them. */
    public LinkOptions {
        check("windowMessages", windowMessages, MIN_MESSAGES, MAX_MESSAGES);
        check("windowBytes", windowBytes, MIN_BYTES, MAX_BYTES);
    }

    private static void check(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " must be from " + min + " to " + max + ", but is " + value);
        }
    }

    /** Returns the defaults. */
    public static LinkOptions defaults() {
        return DEFAULTS;
    }

    /** Sets how many messages may be on their way. */
    public LinkOptions windowMessages(int value) {
        return new LinkOptions(value, windowBytes);
    }

    /** Sets how many bytes may be on their way. */
    public LinkOptions windowBytes(int value) {
        return new LinkOptions(windowMessages, value);
    }
}
