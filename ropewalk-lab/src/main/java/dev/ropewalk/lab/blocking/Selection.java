package dev.ropewalk.lab.blocking;

/** A choice between receives, made again and again. */
@FunctionalInterface
public interface Selection<T> {
    /** Waits for an element of any of the channels. */
    T receive() throws InterruptedException;
}
