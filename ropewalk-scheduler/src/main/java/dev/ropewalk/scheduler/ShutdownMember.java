package dev.ropewalk.scheduler;

/** A member of a {@link CoordinatedShutdown}. */
public final class ShutdownMember {
    private final ShutdownPhase phase;
    private final String name;
    private final ShutdownAction action;

    ShutdownMember(ShutdownPhase phase, String name, ShutdownAction action) {
        this.phase = phase;
        this.name = name;
        this.action = action;
    }

    /**
     * Takes this member out, because it has ended by itself. Any thread may.
     *
     * @return whether it will not be closed; false if its phase has begun, or it was taken out before
     */
    public boolean remove() {
        return phase.remove(this);
    }

    ShutdownAction action() {
        return action;
    }

    String phaseName() {
        return phase.name();
    }

    String name() {
        return name;
    }

    @Override
    public String toString() {
        return phase.name() + "/" + name;
    }
}
