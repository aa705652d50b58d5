package dev.ropewalk.sim.thread;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.Notes;
import dev.ropewalk.scheduler.step.SchedulerThread;
import dev.ropewalk.scheduler.step.StepKind;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A platform thread that carries the virtual threads of one world after the other. */
final class WorldThread extends SchedulerThread {
    private final Runnable body;

    /** The world that it drives at this moment; written by this thread, and read by the one that looks whether it goes on. */
    private volatile @Nullable CarriedPlaces driven;

    private volatile long drives;
    private final Patience patience = new Patience();
    private final StubbornWaits stubbornWaits = new StubbornWaits();
    private @Nullable UnblockerFence fence;
    private boolean hasTold;

    WorldThread(String name, Runnable body) {
        super(name);
        this.body = body;
        setDaemon(true);
    }

    @Override
    public void run() {
        try {
            body.run();
        } finally {
            if (fence != null) {
                fence.close();
            }
        }
    }

    /** Returns what waits for the JDK's thread that resumes others. Called by this thread. */
    UnblockerFence fence() {
        if (fence == null) {
            fence = new UnblockerFence();
        }
        return fence;
    }

    Patience patience() {
        return patience;
    }

    StubbornWaits stubbornWaits() {
        return stubbornWaits;
    }

    /** Returns whether this is called for the first time. */
    boolean isFirstToTell() {
        boolean first = !hasTold;
        hasTold = true;
        return first;
    }

    /** Returns the world that it drives, if any. */
    @Nullable
    CarriedPlaces driven() {
        return driven;
    }

    /** Notes which world it drives from now on, or none. Called by this thread. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    void setDriven(@Nullable CarriedPlaces places) {
        driven = places;
        drives++;
    }

    /** Returns how often it has begun or ended to drive a world. */
    long drives() {
        return drives;
    }

    /** The host of the world that it drives. */
    PlaceHost host() {
        return Objects.requireNonNull(driven).host;
    }

    @Override
    public Optional<Scheduler> scheduler() {
        return driven == null ? Optional.empty() : host().scheduler();
    }

    @Override
    public boolean runsTask() {
        return driven != null && host().runsTask();
    }

    @Override
    protected void before(StepKind kind, Object resource) {
        if (driven != null) {
            host().before(kind, resource);
        }
    }

    @Override
    protected boolean isStruck(FaultKind kind, Object place) {
        return driven != null && host().isStruck(kind, place);
    }

    @Override
    protected @Nullable Notes notes() {
        return driven == null ? null : host().notes();
    }

    @Override
    protected long nextNumber(String kind) {
        return host().nextNumber(kind);
    }

    @Override
    protected boolean isSimulated() {
        return driven != null;
    }
}
