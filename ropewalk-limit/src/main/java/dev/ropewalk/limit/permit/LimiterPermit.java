package dev.ropewalk.limit.permit;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.base.VarHandles;
import dev.ropewalk.limit.Permit;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A slot of a limiter. The thread that wins the compare-and-set of {@code released} gives it back, and no other. */
public class LimiterPermit implements Permit {
    private static final VarHandle RELEASED = VarHandles.of(MethodHandles.lookup(), "released", boolean.class);

    private final LimiterCore core;
    private final Partition partition;

    @SuppressWarnings("UnusedVariable") // accessed through RELEASED
    private volatile boolean released;

    LimiterPermit(LimiterCore core, Partition partition) {
        this.core = core;
        this.partition = partition;
    }

    @Override
    public final void succeed() {
        if (end()) {
            try {
                learn(false);
            } finally {
                core.give(partition);
            }
        }
    }

    @Override
    public final void drop() {
        if (end()) {
            try {
                learn(true);
            } finally {
                core.give(partition);
            }
        }
    }

    @Override
    public final void ignore() {
        if (end()) {
            core.give(partition);
        }
    }

    @Override
    public final void close() {
        drop();
    }

    /** Ends the permit once. The caller has room on its stack to give the slot back, or the permit isn't ended. */
    private boolean end() {
        StackRoom.requireToEnd();
        Steps.before(StepKind.RELEASE, core);
        return RELEASED.compareAndSet(this, false, true);
    }

    /** Called once by the limiter, when a slot has been taken for it: {@code inFlight} is how many there are with it. */
    void admit(int inFlight) {}

    /** Lets the round trip begin at this moment: a thread that has waited is woken some time after it was granted its permit. */
    public void begin() {}

    /** Tells an adaptive limit how the round trip ended. */
    void learn(boolean dropped) {}

    @Override
    public String toString() {
        return "permit of '" + core.nameOf(partition) + "'" + (released ? ", released" : "");
    }
}
