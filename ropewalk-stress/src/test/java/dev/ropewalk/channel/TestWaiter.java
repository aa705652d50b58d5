package dev.ropewalk.channel;

/** Waits to receive, and has nothing to be woken for. */
final class TestWaiter extends Waiter {
    TestWaiter(LockedChannel<?> channel) {
        super(channel, null);
    }

    @Override
    boolean claim() {
        return true;
    }

    @Override
    boolean isWaiting() {
        return queue != null;
    }

    @Override
    void wake() {}
}
