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
import org.openjdk.jcstress.infra.results.L_Result;

/** A part leaves while a thread that looks gives it its name: the next part of that name gets it. */
@JCStressTest
@BrokenBy(in = Inventory.class, method = "choose", of = "left", flaw = Flaw.ALWAYS_FALSE)
@Outcome(id = "a", expect = ACCEPTABLE, desc = "The name was given back, or never given.")
@Outcome(expect = FORBIDDEN, desc = "A part that has left keeps the name.")
@State
public class InventoryNameGivenBack {
    private final Inventory<Object> inventory = new Inventory<>("part");
    private final Object next = new Object();
    private final Object part = new Object();
    private final Inventory.Entry<Object> entry = inventory.place("a", part);

    public InventoryNameGivenBack() {
        entry.enter();
    }

    @Actor
    public void looker() {
        var ignored = inventory.live();
    }

    @Actor
    public void leaver() {
        entry.leave();
    }

    @Arbiter
    public void rest(L_Result result) {
        inventory.place("a", next).enter();
        result.r1 = String.join(" ", inventory.live().keySet());
    }
}
