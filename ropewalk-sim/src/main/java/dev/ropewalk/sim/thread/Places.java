package dev.ropewalk.sim.thread;

import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * The places of one world, of which one runs at a time. A place stops where its code {@linkplain #transfer hands over}, waits or
 * ends; then the world says which one is {@linkplain PlaceHost#next next}.
 */
public abstract class Places {
    final PlaceHost host;

    Places(PlaceHost host) {
        this.host = host;
    }

    /** Makes a place for a worker, which runs nothing until it is the next. */
    public abstract Place newWorker(String name, Runnable body);

    /** Returns a factory of threads, each of which has a place as soon as it is started. */
    public abstract ThreadFactory threadFactory(boolean inherits);

    /**
     * Stops the calling code and goes on at another place, or nowhere if that is null. Returns when the calling code is the next
     * one again.
     *
     * @return false if the calling code can't be stopped here, because it is called by native code or by a class initializer
     */
    public abstract boolean transfer(Place from, @Nullable Place to);

    /** Parks the calling code, which runs at a place. May return for no reason. */
    public abstract void park(Place here, Object blocker);

    /** Lets a thread go on, or its next park return at once. */
    public abstract void unpark(Thread thread);

    /**
     * Goes on until there is no next place. Called by a thread that is no place.
     *
     * @throws StuckException if the code of a place holds the world up, by real time
     */
    public abstract void drive(Watchdog watchdog);

    /** Returns whether the calling thread is, or carries, a place of this world that runs. */
    public abstract boolean isCaller();

    /**
     * Nothing can happen in the world by itself, but code may wait for a lock or a monitor that a thread outside of it holds.
     *
     * @param atRest whether time can't pass either; then this may guess, if the JVM doesn't tell which thread holds what
     */
    public abstract boolean areStrangersAwaited(boolean atRest);

    /**
     * Waits in real time until such code can go on, or it was in vain, which counts only once.
     *
     * @return false if the caller can't wait; then it must stop and go on nowhere, and the host is asked again for the next place
     */
    public abstract boolean awaitStrangers();

    /** Notes that the calling code is told that the world has ended. Stops it for ever if it was told so too often. */
    public abstract void refuse();

    /**
     * Ends this world's threads, which go on once more and are told that the world {@linkplain PlaceHost#isEnded has ended}. When
     * this returns, none of them can take a lock any more, nor stands in the queue of one, but for those that can't be ended.
     */
    public abstract void close();
}
