package dev.ropewalk.limit.waiter;

import org.jspecify.annotations.Nullable;

/** A waiter without a thread: waking it runs code in the thread that wakes. */
public abstract class CallbackWaiter<T> extends AdmissionWaiter<T> {
    /** The one to be woken after this one; belongs to {@link Waking}. */
    @Nullable
    CallbackWaiter<?> nextToWake;
}
