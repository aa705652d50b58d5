package dev.ropewalk.cluster.reliable;

/**
 * As what a sender begins.
 *
 * @param number the {@link SenderNumber} by which entities know it; 0 if whoever makes it has others by which it is known
 * @param first the number of its first message, from 1
 * @param fresh the number of the first message that no earlier opening of it can have sent, at least {@code first}
 */
public record Start(long number, long first, long fresh) {
    /** A sender that is new. */
    public static final Start NEW = new Start(0, 1, 1);
}
