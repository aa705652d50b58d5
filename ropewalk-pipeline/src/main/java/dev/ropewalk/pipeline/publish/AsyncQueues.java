package dev.ropewalk.pipeline.publish;

import java.util.IdentityHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The order of publications that wait without a thread. Those with the same executor stand in a queue from when they find no room until
 * they have claimed or have failed. Only the first of a queue waits for room and claims.
 *
 * <p>Why of two publications with the same executor, one of which was begun before the other, that one claims first. The other looks here
 * before it claims. If it finds the first here, it goes behind, and is begun when the first has left. If it doesn't, the first has found
 * room at once, or has left: either way it has claimed already, or never will. The first is here if it has found no room, because
 * {@code executors} is written before the call that publishes it returns; and when it is written again, the claim was made before.
 *
 * <p>Why none is forgotten. A publication goes behind another with the lock, under which that one would leave. Whoever leaves gets the
 * next one, and begins its wait.
 *
 * <p>An executor that doesn't run what it is given holds its own queue up, and no other.
 */
final class AsyncQueues<E> {
    private final ReentrantLock lock = new ReentrantLock();

    /** The last of each queue that isn't empty. */
    private final IdentityHashMap<Executor, AsyncPublication<E>> last = new IdentityHashMap<>(1);

    /** How many queues aren't empty: written with the lock. */
    private volatile int executors;

    /** Returns whether a publication with an executor would stand behind another. */
    boolean mustWait(Executor executor) {
        if (executors == 0) {
            return false;
        }
        lock.lock();
        try {
            return last.containsKey(executor);
        } finally {
            lock.unlock();
        }
    }

    /** Enters a publication that stands in no queue; returns whether it is the first of its own. If not, it is begun by another thread. */
    boolean enter(AsyncPublication<E> publication) {
        lock.lock();
        try {
            AsyncPublication<E> before = last.put(publication.executor, publication);
            executors = last.size();
            publication.isQueued = true;
            if (before == null) {
                return true;
            }
            before.behind = publication;
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Takes out the first of a queue; returns the one behind it, which is to be begun. */
    @SuppressWarnings("ReferenceEquality") // publications have no other equality
    @Nullable
    AsyncPublication<E> leave(AsyncPublication<E> first) {
        lock.lock();
        try {
            AsyncPublication<E> next = first.behind;
            first.behind = null;
            first.isQueued = false;
            if (next == null) {
                last.remove(first.executor);
                executors = last.size();
            }
            return next;
        } finally {
            lock.unlock();
        }
    }
}
