package dev.ropewalk.channel.core;

/** Waits to receive, and has nothing to be woken for. */
final class TestWaiter extends ChannelWaiter {
    TestWaiter(LockedChannel<?> channel) {
        super(channel, null);
    }

    @Override
    protected boolean claim() {
        return true;
    }

    @Override
    protected boolean isWaiting() {
        return side != null;
    }

    @Override
    protected void wake() {}
}
