package dev.ropewalk.cluster.reliable;

import org.jspecify.annotations.Nullable;

/** A sender that outlives its process: the same one wherever and whenever it was opened. */
final class LastingOrigin implements Origin {
    private final long number;
    private final Origin opened;

    /** @param opened the sender as it was opened this time */
    LastingOrigin(long number, Origin opened) {
        this.number = number;
        this.opened = opened;
    }

    @Override
    public int opening() {
        return SenderNumber.openingOf(number);
    }

    @Override
    public void handled(long before, boolean isAwaited) {
        opened.handled(before, isAwaited);
    }

    @Override
    public void failed(long message, Throwable failure) {
        opened.failed(message, failure);
    }

    @Override
    public void again(int round, long token) {
        opened.again(round, token);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LastingOrigin origin && SenderNumber.idOf(origin.number) == SenderNumber.idOf(number);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(SenderNumber.idOf(number));
    }
}
