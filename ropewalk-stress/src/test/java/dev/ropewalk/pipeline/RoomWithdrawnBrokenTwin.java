package dev.ropewalk.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.pipeline.capacity.BrokenRoom;
import dev.ropewalk.pipeline.capacity.Room;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link RoomWithdrawn} in which whoever leaves doesn't look for those behind it. */
@JCStressTest
@Outcome(
        id = {"0, 1", "1, 1"},
        expect = ACCEPTABLE,
        desc = "It goes on, whether the first was woken or not.")
@Outcome(expect = FORBIDDEN, desc = "It waits beside a free place, or is woken in vain.")
@State
public class RoomWithdrawnBrokenTwin {
    private final FullRing ring = new FullRing();
    private final Room room = new BrokenRoom(ring.sequencer, BrokenRoom.Flaw.NO_SECOND_LOOK);
    private final TestWait first = new TestWait(1);
    private final TestWait second = new TestWait(1);

    public RoomWithdrawnBrokenTwin() {
        boolean waits = room.enter(first) && room.enter(second);
        if (!waits) {
            throw new AssertionError("there is no room");
        }
    }

    @Actor
    public void impatient() {
        room.leave(first);
    }

    @Actor
    public void stage() {
        ring.done.set(0);
        room.idle();
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r1 = first.wakes;
        result.r2 = second.wakes;
    }
}
