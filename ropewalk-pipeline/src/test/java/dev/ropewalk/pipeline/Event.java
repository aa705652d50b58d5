package dev.ropewalk.pipeline;

/** An event of the tests. */
public final class Event {
    public long value;
    int key;

    public long value() {
        return value;
    }

    int key() {
        return key;
    }
}
