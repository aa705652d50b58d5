package dev.ropewalk.graph.run;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two dependencies of an action end at once: one of them alone goes on with it. */
@JCStressTest
@BrokenBy(in = Countdown.class, method = "arrive", of = "getAndAdd", flaw = Flaw.NOT_ATOMIC)
@Outcome(
        id = {"0, 1", "1, 0"},
        expect = ACCEPTABLE,
        desc = "One of them is the last.")
@Outcome(expect = FORBIDDEN, desc = "The action starts twice, or never.")
@State
public class CountdownLast {
    private final Countdown countdown = new Countdown(new int[] {2});

    @Actor
    public void one(II_Result result) {
        result.r1 = countdown.arrive(0) ? 1 : 0;
    }

    @Actor
    public void other(II_Result result) {
        result.r2 = countdown.arrive(0) ? 1 : 0;
    }
}
