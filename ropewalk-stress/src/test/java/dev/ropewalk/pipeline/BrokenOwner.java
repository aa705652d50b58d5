package dev.ropewalk.pipeline;

/** The ownership of a {@link Producer}, taken by a look and then a store. */
public final class BrokenOwner {
    private volatile boolean owned;

    public boolean adopt() {
        boolean free = !owned;
        owned = true;
        return free;
    }
}
