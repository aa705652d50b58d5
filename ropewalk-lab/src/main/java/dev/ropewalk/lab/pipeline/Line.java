package dev.ropewalk.lab.pipeline;

/** A graph on one library, started: its handlers wait for events. */
interface Line extends AutoCloseable {
    /** Returns what one producer publishes with, on a thread of its own. */
    Publisher publisher();

    /** Ends all threads, once all events have been handled, and returns when they have ended. */
    @Override
    void close();

    /** Publishes events. Used by one thread. */
    @FunctionalInterface
    interface Publisher {
        /** Publishes one, and waits for a free place if need be. */
        void publish(long number, int key, long time) throws InterruptedException;
    }

    /** Makes a line. */
    @FunctionalInterface
    interface Opener {
        /**
         * Returns a line for some handlers.
         *
         * @param capacity of the ring, or of each queue
         */
        Line open(Lanes lanes, int capacity);
    }
}
