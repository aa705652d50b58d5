package dev.ropewalk.pipeline.stage;

import dev.ropewalk.pipeline.sequence.Signal;

/** Tells a {@link StageSource} of events while it sleeps, and of the end of the pipeline in any case. */
public abstract class SourceSignal extends Signal {
    /** Has the source look again. Any thread may call this, and several at once. */
    protected abstract void tell();

    @Override
    protected final void fire() {
        if (disarm()) {
            tell();
        }
    }

    /** Wakes the one that has armed this, if nobody else has. */
    final void withdraw() {
        boolean ignored = disarm();
    }
}
