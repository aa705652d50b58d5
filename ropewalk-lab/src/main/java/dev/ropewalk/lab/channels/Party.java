package dev.ropewalk.lab.channels;

/** A process of a workload. All but relays wait for each round to begin, and work once in it. */
sealed interface Party {
    /** Sends elements, numbered from a first one. */
    record Source(int channel, int first, int count) implements Party {}

    /** Receives elements. */
    record Sink(int channel, int count) implements Party {}

    /** Receives elements from all channels, each time from whichever has one. */
    record Selector(int count) implements Party {}

    /** Sends elements and waits for each to come back. */
    record Pinger(int out, int in, int count) implements Party {}

    /** Passes elements on, without end. */
    record Relay(int in, int out) implements Party {}
}
