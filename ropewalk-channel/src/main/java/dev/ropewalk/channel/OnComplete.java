package dev.ropewalk.channel;

/** What becomes of a channel when a publisher whose elements are {@linkplain Sender#subscriber sent} to it has completed. */
public enum OnComplete {
    /** It is closed. */
    CLOSE,
    /** It stays open, for other senders or publishers; somebody else closes it. */
    KEEP_OPEN
}
