package dev.ropewalk.channel;

/** What a full channel does with one more element. */
enum Overflow {
    /** Its sender waits. */
    WAIT,
    /** The oldest element in the buffer is dropped for it. */
    DROP_OLDEST,
    /** It is dropped. */
    DROP_NEWEST
}
