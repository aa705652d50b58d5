package dev.ropewalk.pipeline.publish;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.pipeline.EventClaim;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.Word;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import java.util.Optional;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A thread closes a claim of a producer that was handed over: the claims of the next owner stay open. */
@JCStressTest
@BrokenBy(in = OwnedClaim.class, method = "abort", of = "checkThread", flaw = Flaw.LEFT_OUT)
@Outcome(id = "8", expect = ACCEPTABLE, desc = "All are published.")
@Outcome(expect = FORBIDDEN, desc = "Another thread has ended a claim.")
@State
public class FormerOwnerCloses {
    private static final int CLAIMS = 8;

    private final Pipeline<Word> pipeline =
            Pipeline.builder(Word::new).capacity(16).singleProducer(true).build();
    private final EventClaim<Word> old;

    public FormerOwnerCloses() {
        old = claim().orElseThrow();
        old.publish();
        pipeline.producer().release();
    }

    private Optional<EventClaim<Word>> claim() {
        return pipeline.producer().tryClaim(1);
    }

    private int publish() {
        try {
            claim().orElseThrow().publish();
            return 1;
        } catch (IllegalStateException e) {
            return 0;
        }
    }

    @Actor
    public void former() {
        for (int i = 0; i < CLAIMS; i++) {
            try {
                old.close();
            } catch (IllegalStateException e) {
                // it is refused
            }
        }
    }

    @Actor
    public void owner(I_Result result) {
        for (int i = 0; i < CLAIMS; i++) {
            result.r1 += publish();
        }
    }
}
