package dev.ropewalk.limit;

import dev.ropewalk.limit.waiter.Waiter;

/** Somebody who waits and needn't be woken. */
final class SilentWaiter<T> extends Waiter<T> {
    @Override
    protected void wake() {}
}
