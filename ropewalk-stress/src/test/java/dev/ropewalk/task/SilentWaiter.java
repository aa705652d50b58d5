package dev.ropewalk.task;

/** Somebody who waits and needn't be woken. */
final class SilentWaiter<T> extends Waiter<T> {
    @Override
    void wake() {}
}
