package dev.ropewalk.base;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** Two threads look for the first time at two parts of one name: both see both, by the same names. */
@JCStressTest
@BrokenBy(in = Inventory.class, method = "choose", of = "lock", flaw = Flaw.LEFT_OUT)
@BrokenBy(in = Inventory.class, method = "choose", of = "unlock", flaw = Flaw.LEFT_OUT)
@BrokenBy(in = Inventory.class, method = "freeName", of = "isTaken", flaw = Flaw.SLOW)
@Outcome(id = "a a#1, a a#1", expect = ACCEPTABLE, desc = "They agree.")
@Outcome(expect = FORBIDDEN, desc = "One saw other names, or only one of the parts.")
@State
public class InventoryNamesOfTwo {
    private final Inventory<Object> inventory = new Inventory<>("part");
    private final Object first = new Object();
    private final Object second = new Object();

    public InventoryNamesOfTwo() {
        inventory.place("a", first).enter();
        inventory.place("a", second).enter();
    }

    @Actor
    public void one(LL_Result result) {
        result.r1 = String.join(" ", inventory.live().keySet());
    }

    @Actor
    public void two(LL_Result result) {
        result.r2 = String.join(" ", inventory.live().keySet());
    }
}
