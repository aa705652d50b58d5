package dev.ropewalk.channel;

/** Waits for whichever of several sends and receives can happen first. */
public final class Select {
    private Select() {}

    /** Placeholder. */
    public void selectAsync() {}
}
