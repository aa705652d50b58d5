package dev.ropewalk.channel.core;

/** Waits for the end of a channel, without a thread: what it is told runs in the thread that ends the channel, so it must be quick. */
public final class EndWatch extends ChannelWaiter {
    private final Runnable onEnd;

    /** Makes a watch that isn't set. */
    public EndWatch(ChannelCore<?> channel, Runnable onEnd) {
        super(channel, null);
        this.onEnd = onEnd;
    }

    /** Waits for the end; called once. If the channel has ended, this calls what is to be told. */
    public void set() {
        channel.watch(this);
    }

    /** Waits no longer. It may be told all the same, if the channel ends meanwhile. */
    public void leave() {
        boolean ignored = channel.withdraw(this);
    }

    @Override
    protected boolean claim() {
        return true;
    }

    @Override
    protected boolean isCallback() {
        return true;
    }

    @Override
    protected boolean isWaiting() {
        return side != null;
    }

    @Override
    protected void wake() {
        onEnd.run();
    }
}
