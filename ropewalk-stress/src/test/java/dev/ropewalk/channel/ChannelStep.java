package dev.ropewalk.channel;

/** An operation of a channel. Those that cancel mean the party that came first, and the one that came last. */
enum ChannelStep {
    TRY_SEND,
    TRY_RECEIVE,
    SEND,
    RECEIVE,
    CANCEL_FIRST,
    CANCEL_LAST,
    DRAIN,
    CLOSE,
    FAIL;

    boolean isEnd() {
        return this == CLOSE || this == FAIL;
    }
}
