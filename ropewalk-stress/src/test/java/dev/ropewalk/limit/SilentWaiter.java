package dev.ropewalk.limit;

import dev.ropewalk.limit.waiter.AdmissionWaiter;

/** Somebody who waits and needn't be woken. */
final class SilentWaiter<T> extends AdmissionWaiter<T> {
    @Override
    protected void wake() {}
}
