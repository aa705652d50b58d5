package dev.ropewalk.channel.core;

/** What a step of a channel says where there is no element to return. */
public enum Signal {
    /** The element is with a receiver or in the buffer. */
    SENT,
    /** There is no room, or no element: the party has to wait. */
    WAIT
}
