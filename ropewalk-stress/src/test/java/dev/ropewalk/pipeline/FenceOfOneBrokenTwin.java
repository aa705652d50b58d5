package dev.ropewalk.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.pipeline.sequence.AsymmetricFence;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link FenceOfOne} with a fence of the slow thread alone, which the other knows nothing of. */
@JCStressTest
@Outcome(
        id = {"0, 1", "1, 0", "1, 1"},
        expect = ACCEPTABLE,
        desc = "One sees the other, at least.")
@Outcome(expect = FORBIDDEN, desc = "Neither sees the other.")
@State
public class FenceOfOneBrokenTwin {
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
        VarHandle.fullFence();
        result.r2 = words.first();
    }
}
