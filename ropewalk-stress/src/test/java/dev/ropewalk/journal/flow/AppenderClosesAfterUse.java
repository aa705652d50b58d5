package dev.ropewalk.journal.flow;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** An element is appended while the sink is closed: the appender is closed once, and after it. */
@JCStressTest
@BrokenBy(in = AppenderHold.class, method = "endUse", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@BrokenBy(in = AppenderHold.class, method = "tryUse", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "It was closed once, when nobody used it.")
@Outcome(expect = FORBIDDEN, desc = "It wasn't closed, or twice, or while it was used.")
@State
public class AppenderClosesAfterUse {
    private int closed;
    private int usedWhenClosed;
    private int closedWhenUsed;
    private boolean isUsed;
    private final AppenderHold hold = new AppenderHold(() -> {
        closed++;
        if (isUsed) {
            usedWhenClosed++;
        }
    });

    @Actor
    public void publisher() {
        for (int i = 0; i < 2; i++) {
            if (hold.tryUse()) {
                isUsed = true;
                if (closed > 0) {
                    closedWhenUsed++;
                }
                isUsed = false;
                hold.endUse();
            }
        }
    }

    @Actor
    public void sink() {
        hold.close();
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r1 = closed;
        result.r2 = usedWhenClosed + closedWhenUsed;
    }
}
