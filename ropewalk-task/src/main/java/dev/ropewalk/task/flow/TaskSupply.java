package dev.ropewalk.task.flow;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Where a subscription gets its tasks from. Its methods are called by the steps of the subscription, but for the first. */
interface TaskSupply<T> {
    /** What gets the tasks. Its calls don't overlap. */
    interface Taker<T> {
        /** Says that tasks can be requested. */
        void ready();

        /** Brings a task that was requested. */
        void take(Callable<? extends T> task);

        /** Returns whether tasks are still wanted. */
        boolean isGoingOn();

        /** Says that nothing comes any more, as the last. */
        void end(@Nullable Throwable failure);
    }

    /** Makes a supply for one subscription. */
    interface Maker<T> {
        TaskSupply<T> make(Taker<T> taker);
    }

    /** Connects with what brings the tasks, in the thread that subscribes and before any step: nothing that comes later is missed. */
    void connect();

    /** Begins; tasks may be requested when it is ready. */
    void start();

    /** Requests more tasks. */
    void request(long tasks);

    /** Says that no more are wanted. */
    void cancel();
}
