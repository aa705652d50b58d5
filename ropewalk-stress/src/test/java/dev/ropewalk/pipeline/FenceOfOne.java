package dev.ropewalk.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.base.AsymmetricFence;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two threads that each write a word and read the other's, with a fence for which one of them pays. */
@JCStressTest
@BrokenBy(in = AsymmetricFence.class, method = "heavy", of = "close", flaw = Flaw.LEFT_OUT)
@Outcome(
        id = {"0, 1", "1, 0", "1, 1"},
        expect = ACCEPTABLE,
        desc = "One sees the other, at least.")
@Outcome(expect = FORBIDDEN, desc = "Neither sees the other.")
@State
public class FenceOfOne {
    private final Words words = new Words();

    @Actor
    public void fast(II_Result result) {
        words.writeFirst();
        AsymmetricFence.light();
        result.r1 = words.second();
    }

    @Actor
    public void slow(II_Result result) {
        words.writeSecond();
        AsymmetricFence.heavy();
        result.r2 = words.first();
    }
}
