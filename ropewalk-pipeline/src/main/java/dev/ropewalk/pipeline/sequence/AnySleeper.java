package dev.ropewalk.pipeline.sequence;

import java.util.List;

/**
 * A signal that passes on to the first of several that is armed: one worker is enough for an event. It is always armed itself.
 *
 * <p>Why no event is left lying while a worker sleeps. A publisher looks, after a fence, for a worker that is armed.
 *
 * <ul>
 *   <li>If none is, each is awake, or looks for events after it has armed itself, and sees this one.
 *   <li>If one is, but another thread disarms it first, be it another publisher, or the worker itself because it saw an event:
 *       then it is awake, and looks for events after it was disarmed, which was after this one was published; so it sees it.
 * </ul>
 *
 * <p>In either case a worker that is awake sees the event. It may take others before it, and be busy with them for long: so a
 * worker that sees more than it takes passes the signal on, and the next does the same, until all work or nothing is left.
 */
public final class AnySleeper extends Signal {
    private final List<? extends Signal> sleepers;

    public AnySleeper(List<? extends Signal> sleepers) {
        this.sleepers = sleepers;
        arm();
    }

    @Override
    protected void fire() {
        for (Signal sleeper : sleepers) {
            if (sleeper.isArmed()) {
                sleeper.fire();
                return;
            }
        }
    }
}
