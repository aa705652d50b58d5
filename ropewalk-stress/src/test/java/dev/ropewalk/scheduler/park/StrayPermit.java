package dev.ropewalk.scheduler.park;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.base.VarHandles;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * A thread with a stray permit is woken. The waker unparks a virtual thread that has a permit already, of which the JDK only reads
 * that. The permit that the parker takes is a word beside it: an actor can't be a virtual thread.
 */
@JCStressTest
@BrokenBy(in = Parking.class, method = "unpark", of = "fullFence", flaw = Flaw.LEFT_OUT)
@Outcome(id = "true, true", expect = ACCEPTABLE, desc = "The permit was there, and the thread knows without another.")
@Outcome(id = "false, .*", expect = ACCEPTABLE, desc = "The permit was taken before, so the waker gives another.")
@Outcome(expect = FORBIDDEN, desc = "The waker relied on the old permit, and the thread parks without one.")
@State
public class StrayPermit {
    private static final VarHandle PERMIT = VarHandles.of(MethodHandles.lookup(), "permit", boolean.class);
    private static final VarHandle WOKEN = VarHandles.of(MethodHandles.lookup(), "woken", boolean.class);

    private static final Thread WITH_PERMIT = Thread.ofVirtual().unstarted(() -> {});

    static {
        LockSupport.unpark(WITH_PERMIT);
    }

    @SuppressWarnings("UnusedVariable") // accessed through PERMIT
    private volatile boolean permit = true;

    @SuppressWarnings("UnusedVariable") // accessed through WOKEN
    private volatile boolean woken;

    @Actor
    public void waker(ZZ_Result result) {
        WOKEN.setRelease(this, true);
        Parking.unpark(WITH_PERMIT);
        result.r1 = (boolean) PERMIT.getOpaque(this);
    }

    @Actor
    public void parker(ZZ_Result result) {
        boolean ignored = (boolean) PERMIT.getAndSet(this, false);
        result.r2 = (boolean) WOKEN.getAcquire(this);
    }
}
