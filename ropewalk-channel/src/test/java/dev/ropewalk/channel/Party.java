package dev.ropewalk.channel;

/** What sends or receives. */
public enum Party {
    PLATFORM_THREAD,
    /** A virtual thread of the JDK's scheduler. */
    VIRTUAL_THREAD,
    /** A virtual thread that the workers of a scheduler carry. */
    CARRIED_THREAD,
    /** A callback on a strand. */
    CALLBACK;

    /** Returns the party whose turn it is when all take turns. */
    static Party ofTurn(int turn) {
        return values()[turn % values().length];
    }
}
