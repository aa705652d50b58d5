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

/** Two dependencies end at once: who goes on with the action sees the values of both. */
@JCStressTest
@BrokenBy(in = CountdownShows.class, method = "one", of = "valueOfOne", flaw = Flaw.TOO_LATE)
@BrokenBy(in = CountdownShows.class, method = "other", of = "valueOfOther", flaw = Flaw.TOO_LATE)
@Outcome(
        id = {"0, 2", "2, 0"},
        expect = ACCEPTABLE,
        desc = "Who is last sees the value of the other.")
@Outcome(expect = FORBIDDEN, desc = "The action reads a value that isn't there.")
@State
public class CountdownShows {
    private final Countdown countdown = new Countdown(new int[] {2});
    private int valueOfOne;
    private int valueOfOther;

    @Actor
    public void one(II_Result result) {
        valueOfOne = 1;
        boolean last = countdown.arrive(0);
        result.r1 = last ? 1 + valueOfOther : 0;
    }

    @Actor
    public void other(II_Result result) {
        valueOfOther = 1;
        boolean last = countdown.arrive(0);
        result.r2 = last ? 1 + valueOfOne : 0;
    }
}
