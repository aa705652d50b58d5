package dev.ropewalk.base;

/** What travels in place of something of users, which recordings name instead of it. */
public interface Envelope {
    /** Returns what is in it, as it was sent. */
    Object content();
}
