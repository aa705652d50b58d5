package dev.ropewalk.pipeline.stage;

import dev.ropewalk.pipeline.lifecycle.EventClearer;
import dev.ropewalk.pipeline.sequence.Sequence;
import java.util.concurrent.atomic.AtomicBoolean;

/** {@link EventClearer} that doesn't look again after it has let go. */
final class BrokenClearing {
    private final Runnable hook;
    private final Sequence cleared = new Sequence(Sequence.BEFORE_FIRST);
    private final AtomicBoolean busy = new AtomicBoolean();
    private Sequence[] last = {};

    BrokenClearing(Runnable hook) {
        this.hook = hook;
    }

    Sequence cleared() {
        return cleared;
    }

    void dependOn(Sequence[] sequences) {
        last = sequences;
    }

    void advance() {
        if (busy.compareAndSet(false, true)) {
            long to = Sequence.lowest(last);
            for (long sequence = cleared.get() + 1; sequence <= to; sequence++) {
                hook.run();
            }
            cleared.set(to);
            busy.set(false);
        }
    }
}
