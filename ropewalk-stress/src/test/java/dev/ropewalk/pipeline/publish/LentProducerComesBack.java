package dev.ropewalk.pipeline.publish;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.pipeline.EventSubscriber;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.Poller;
import dev.ropewalk.pipeline.Word;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import java.util.concurrent.Flow;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The flow of a single producer ends while a thread begins to publish: that is refused, or goes on where the flow has ended. */
@JCStressTest
@BrokenBy(in = OwnedClaim.class, method = "adopt", of = "isLent", flaw = Flaw.ALWAYS_FALSE)
@Outcome(id = "0, 2", expect = ACCEPTABLE, desc = "The thread was refused.")
@Outcome(id = "1, 3", expect = ACCEPTABLE, desc = "The event of the thread comes behind those of the flow.")
@Outcome(expect = FORBIDDEN, desc = "An event was lost, or has another's place.")
@State
public class LentProducerComesBack {
    private final Pipeline<Word> pipeline =
            Pipeline.builder(Word::new).capacity(4).singleProducer(true).build();
    private final Poller<Word> poller = pipeline.poller("poller");
    private final EventSubscriber<Integer> flow =
            pipeline.subscriber((word, element) -> word.value = element, Runnable::run);

    public LentProducerComesBack() {
        flow.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long elements) {}

            @Override
            public void cancel() {}
        });
    }

    @Actor
    public void flow() {
        flow.onNext(1);
        flow.onNext(2);
        flow.onComplete();
    }

    @Actor
    public void thread(II_Result result) {
        try {
            result.r1 = pipeline.tryPublish((word, sequence) -> word.value = sequence + 1) ? 1 : 0;
        } catch (IllegalStateException e) {
            result.r1 = 0;
        }
    }

    @Arbiter
    public void rest(II_Result result) {
        try {
            result.r2 = poller.poll(4, (word, sequence, endOfBatch) -> {
                if (word.value != sequence + 1) {
                    throw new IllegalStateException("event " + sequence + " is of " + word.value);
                }
            });
        } catch (Exception e) {
            result.r2 = -1;
        }
    }
}
