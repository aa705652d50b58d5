package dev.ropewalk.limit.budget;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Somebody begins to wait while the watcher sees nobody and ceases. */
@JCStressTest
@BrokenBy(in = WatcherFlag.class, method = "continueOrEnd", of = "compareAndSet", flaw = Flaw.ALWAYS_FALSE)
@Outcome(id = "true, false", expect = ACCEPTABLE, desc = "A watcher is started.")
@Outcome(id = "false, true", expect = ACCEPTABLE, desc = "The watcher goes on.")
@Outcome(expect = FORBIDDEN, desc = "Nobody watches, or two do.")
@State
public class WatchGoesOn {
    private final WatcherFlag watch = new WatcherFlag();
    private volatile boolean waiting;

    public WatchGoesOn() {
        watch.tryBegin();
    }

    @Actor
    public void waiter(ZZ_Result result) {
        waiting = true;
        result.r1 = watch.tryBegin();
    }

    @Actor
    public void watcher(ZZ_Result result) {
        result.r2 = watch.continueOrEnd(() -> waiting);
    }
}
