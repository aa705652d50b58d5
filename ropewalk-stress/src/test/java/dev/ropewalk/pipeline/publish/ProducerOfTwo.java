package dev.ropewalk.pipeline.publish;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.Word;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two threads begin to use a producer at once: one of them is refused. */
@JCStressTest
@BrokenBy(in = OwnedClaim.class, of = "adopt", flaw = Flaw.NOT_SYNCHRONIZED)
@Outcome(
        id = {"0, 1", "1, 0"},
        expect = ACCEPTABLE,
        desc = "One is refused.")
@Outcome(expect = FORBIDDEN, desc = "Both go on, or both are refused.")
@State
public class ProducerOfTwo {
    private final Pipeline<Word> pipeline =
            Pipeline.builder(Word::new).capacity(2).singleProducer(true).build();

    private final AtomicInteger tries = new AtomicInteger();

    /** Stays until both have tried, since a producer whose owner has ended may be taken over. */
    @SuppressWarnings("ThreadPriorityCheck") // a yield is a favour to the other thread, and nothing relies on it
    private boolean use() {
        boolean used;
        try {
            used = pipeline.tryPublish((word, sequence) -> word.value = sequence);
        } catch (IllegalStateException e) {
            used = false;
        }
        int ignored = tries.incrementAndGet();
        while (tries.get() < 2) {
            Thread.yield();
        }
        return used;
    }

    @Actor
    public void one(II_Result result) {
        result.r1 = use() ? 1 : 0;
    }

    @Actor
    public void other(II_Result result) {
        result.r2 = use() ? 1 : 0;
    }
}
