package dev.ropewalk.base;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A part leaves while it enters: its entry doesn't stay, which would be passed over for as long as the part lives. */
@JCStressTest
@BrokenBy(in = Inventory.Entry.class, method = "enter", of = "left", flaw = Flaw.ALWAYS_FALSE)
@Outcome(id = "0", expect = ACCEPTABLE, desc = "One of the two has taken it out.")
@Outcome(expect = FORBIDDEN, desc = "A part that has left stays.")
@State
public class InventoryEnterAgainstLeave {
    private final Inventory<Object> inventory = new Inventory<>("part");
    private final Object part = new Object();
    private final Inventory.Entry<Object> entry = inventory.place("a", part);

    @Actor
    public void builder() {
        entry.enter();
    }

    @Actor
    public void leaver() {
        entry.leave();
    }

    @Arbiter
    public void rest(I_Result result) {
        var ignored = inventory.live(kept -> {
            result.r1++;
            return false;
        });
    }
}
