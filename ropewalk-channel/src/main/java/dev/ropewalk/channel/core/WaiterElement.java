package dev.ropewalk.channel.core;

/**
 * Stands for the sender of an element that is itself a waiter, so that a step doesn't take the element for a sender to be
 * woken. Users do hold waiters: the task of a callback is one, and an event loop may well keep its tasks in a channel.
 */
final class WaiterElement extends ChannelWaiter {
    WaiterElement(ChannelCore<?> channel, Object element) {
        super(channel, element);
    }

    @Override
    protected boolean claim() {
        return false;
    }

    @Override
    protected boolean isWaiting() {
        return false;
    }

    @Override
    protected void wake() {}
}
