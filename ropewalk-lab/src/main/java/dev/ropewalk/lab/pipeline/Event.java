package dev.ropewalk.lab.pipeline;

/** What passes through the stages, the same for all contenders: rings use it again and again, queues get a new one each. */
final class Event {
    /** Its number, from 0. */
    long number;
    /** Events of one key must come in order. */
    int key;
    /** When it was to be published, on the clock of {@link System#nanoTime()}. */
    long time;
    /** What one stage leaves for a later one. */
    long left;
    /** What another stage leaves for a later one. */
    long right;

    /** Fills it anew, but for what stages have left in it. */
    void set(long number, int key, long time) {
        this.number = number;
        this.key = key;
        this.time = time;
    }
}
