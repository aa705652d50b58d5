package dev.ropewalk.pipeline.sequence;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.pipeline.BrokenOwner;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link SignalOnce} that is disarmed by a look and then a store. */
@JCStressTest
@Outcome(
        id = {"0, 1", "1, 0"},
        expect = ACCEPTABLE,
        desc = "One wakes it.")
@Outcome(expect = FORBIDDEN, desc = "It is woken twice, or not at all.")
@State
public class SignalOnceBrokenTwin {
    private final BrokenOwner sleeper = new BrokenOwner();

    @Actor
    public void one(II_Result result) {
        result.r1 = sleeper.adopt() ? 1 : 0;
    }

    @Actor
    public void other(II_Result result) {
        result.r2 = sleeper.adopt() ? 1 : 0;
    }
}
