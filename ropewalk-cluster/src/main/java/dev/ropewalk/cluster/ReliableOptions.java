package dev.ropewalk.cluster;

/**
 * How much a sender whose messages are delivered at least once may have on its way. Immutable; each method returns changed options.
 *
 * @param windowMessages how many messages may be sent that the entity hasn't handled, from 1 to 65 536; 1 024 by default. Up to 64 more wait in line, or as many as this if it is less
 * @param windowBytes how many bytes these may have, as they are sent to other nodes, from 1 KiB; 1 MiB by default. A larger message is sent alone. Those in line may have as many again: what goes beyond that waits as the object that it is, and is encoded once more
 *     when it is sent. What an entity of this node is told has no bytes
 */
public record ReliableOptions(int windowMessages, int windowBytes) {
    private static final int MAX_MESSAGES = 1 << 16;
    private static final int MIN_BYTES = 1 << 10;
    private static final int MAX_BYTES = 1 << 30;
    private static final ReliableOptions DEFAULTS = new ReliableOptions(1024, 1 << 20);

    /** Checks them. */
    public ReliableOptions {
        check("windowMessages", windowMessages, 1, MAX_MESSAGES);
        check("windowBytes", windowBytes, MIN_BYTES, MAX_BYTES);
    }

    private static void check(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " must be from " + min + " to " + max + ", but is " + value);
        }
    }

    /** Returns the defaults. */
    public static ReliableOptions defaults() {
        return DEFAULTS;
    }

    /** Sets how many messages may be sent that the entity hasn't handled. */
    public ReliableOptions windowMessages(int value) {
        return new ReliableOptions(value, windowBytes);
    }

    /** Sets how many bytes these may have. */
    public ReliableOptions windowBytes(int value) {
        return new ReliableOptions(windowMessages, value);
    }
}
