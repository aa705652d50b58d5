package dev.ropewalk.pipeline;

/** An event of the tests. */
final class Event {
    long value;
    int key;

    long value() {
        return value;
    }

    int key() {
        return key;
    }
}
