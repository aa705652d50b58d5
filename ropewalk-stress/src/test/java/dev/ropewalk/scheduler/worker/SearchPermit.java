package dev.ropewalk.scheduler.worker;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.scheduler.queue.Inbox;
import dev.ropewalk.scheduler.queue.Items;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A searcher ends and looks once more while another brings work and wakes nobody as long as somebody searches. */
@JCStressTest
@BrokenBy(in = SearchPermit.class, method = "searcher", of = "endSearch", flaw = Flaw.TOO_LATE)
@Outcome(
        id = {"0, 1", "1, 0", "1, 1"},
        expect = ACCEPTABLE,
        desc = "At least one saw the other.")
@Outcome(id = "0, 0", expect = FORBIDDEN, desc = "Both missed: a lost wake-up.")
@State
public class SearchPermit {
    private final ParkWord word = new ParkWord();
    private final Sleepers sleepers = new Sleepers(2, 2);
    private final Inbox inbox = new Inbox();

    public SearchPermit() {
        sleepers.trySearch();
    }

    @Actor
    public void searcher(II_Result result) {
        sleepers.endSearch();
        sleepers.add(0);
        word.prepare();
        result.r1 = inbox.isEmpty() ? 0 : 1;
    }

    @Actor
    public void bringer(II_Result result) {
        inbox.put(Items.node(1));
        while (word.isParked() && sleepers.tryFirstSearch()) {
            if (sleepers.next(0) == 0 && word.wakeToSearch()) {
                result.r2 = 1;
                return;
            }
            sleepers.endSearch();
        }
    }
}
