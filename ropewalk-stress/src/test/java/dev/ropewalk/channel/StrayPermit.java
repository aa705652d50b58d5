package dev.ropewalk.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.scheduler.park.Parking;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A thread with a stray permit is woken: what {@link Parking#unpark} does, and the part of it that is the JDK's. */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE, desc = "The permit was there, and the thread knows without another.")
@Outcome(id = "false, .*", expect = ACCEPTABLE, desc = "The permit was taken before, so the waker gives another.")
@Outcome(expect = FORBIDDEN, desc = "The waker relied on the old permit, and the thread parks without one.")
@State
public class StrayPermit {
    private static final VarHandle PERMIT;
    private static final VarHandle WOKEN;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            PERMIT = lookup.findVarHandle(StrayPermit.class, "permit", boolean.class);
            WOKEN = lookup.findVarHandle(StrayPermit.class, "woken", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("UnusedVariable") // accessed through PERMIT
    private volatile boolean permit = true;

    @SuppressWarnings("UnusedVariable") // accessed through WOKEN
    private volatile boolean woken;

    @Actor
    public void waker(ZZ_Result result) {
        WOKEN.setRelease(this, true);
        VarHandle.fullFence();
        result.r1 = (boolean) PERMIT.getOpaque(this);
    }

    @Actor
    public void parker(ZZ_Result result) {
        boolean ignored = (boolean) PERMIT.getAndSet(this, false);
        result.r2 = (boolean) WOKEN.getAcquire(this);
    }
}
