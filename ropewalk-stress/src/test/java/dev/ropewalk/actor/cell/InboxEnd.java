package dev.ropewalk.actor.cell;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Inbox;
import dev.ropewalk.actor.supervision.InternalMessage;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A blocking actor has stopped and drops what is left while it is sent something: that is dropped, too. */
@JCStressTest
@BrokenBy(in = BlockingCell.class, method = "finishStop", of = "stopped", flaw = Flaw.TOO_LATE)
@BrokenBy(in = BlockingCell.class, method = "finishStop", of = "dropWaiting", flaw = Flaw.SLOW)
@Outcome(id = "1", expect = ACCEPTABLE, desc = "The message was dropped.")
@Outcome(id = "0", expect = FORBIDDEN, desc = "The message lies in an inbox that nobody reads.")
@State
public class InboxEnd {
    // Never closed: jcstress ends its JVM by returning from main.
    private static final CellSystem SYSTEM =
            (CellSystem) ActorSystem.builder("end").daemon(true).build();

    private final BlockingCell<Object> cell = new BlockingCell<>(SYSTEM, null, ActorOptions.defaults(), Inbox::receive);

    @Actor
    public void strand() {
        cell.finishStop();
    }

    @Actor
    public void sender() {
        cell.deliver("message");
    }

    /** The cell's strand was never started, so that what is sent to it waits for this. */
    @Arbiter
    public void rest(I_Result result) {
        if (cell.strand.pending(1) > 0) {
            cell.accept(InternalMessage.Wake.UP);
        }
        result.r1 = cell.waiting(1) == 0 ? 1 : 0;
    }
}
