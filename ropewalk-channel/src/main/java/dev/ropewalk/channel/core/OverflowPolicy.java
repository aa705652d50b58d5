package dev.ropewalk.channel.core;

/** What a full channel does with one more element. */
public enum OverflowPolicy {
    /** Its sender waits. */
    WAIT,
    /** The oldest element in the buffer is dropped for it. */
    DROP_OLDEST,
    /** It is dropped. */
    DROP_NEWEST
}
