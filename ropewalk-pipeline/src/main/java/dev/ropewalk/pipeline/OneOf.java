package dev.ropewalk.pipeline;

import java.util.List;

/** A signal that passes on to the first of several that is armed: one worker is enough for an event. */
final class OneOf extends Signal {
    private final List<? extends Signal> sleepers;

    OneOf(List<? extends Signal> sleepers) {
        this.sleepers = sleepers;
        arm();
    }

    @Override
    void fire() {
        for (Signal sleeper : sleepers) {
            if (sleeper.isArmed()) {
                sleeper.fire();
                return;
            }
        }
    }
}
