package dev.ropewalk.flow.junction;

import dev.ropewalk.flow.chain.Chain;
import dev.ropewalk.flow.chain.Stage;
import dev.ropewalk.flow.chain.SteppedHead;
import dev.ropewalk.scheduler.park.FlowExecutor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Merges rows that {@linkplain Chain#canBePulled can be pulled}: some elements of each in turn, within one step, and without a ring.
 *
 * <p>Why it is right. Only steps of this head call the rows, and a row pushes only while it is called. So a row needs no lock and no fence
 * of its own: what one step has left there the next one sees, as it sees all that earlier steps have done. A row pushes no more than it was
 * allowed to, which is a part of what is wanted here.
 */
public final class Turns<T> extends SteppedHead<T> {
    /** How many elements of one row are pushed before those of the next. */
    private static final int MAX_ELEMENTS_A_TURN = 64;

    private final List<Part<T>> parts = new ArrayList<>();
    private @Nullable Throwable failure;
    private int turn = -1;

    /** Makes a head of chains that can be pulled. */
    public Turns(Stage<? super T> stage, @Nullable FlowExecutor executor, List<? extends Chain<? extends T>> chains) {
        super(stage, executor);
        chains.forEach(chain -> parts.add(new Part<>(chain, stage)));
    }

    /** Some rows may end before anything is pulled: they are empty, or fail. */
    @Override
    protected void begin() {
        parts.forEach(Part::open);
        for (int i = parts.size() - 1; i >= 0; i--) {
            if (parts.get(i).hasEnded()) {
                remove(i);
            }
        }
    }

    @Override
    protected long push(Stage<? super T> stage, long wanted) {
        long count = 0;
        while (count < wanted && failure == null && !parts.isEmpty()) {
            turn = turn < parts.size() - 1 ? turn + 1 : 0;
            Part<T> part = parts.get(turn);
            count += part.pull(Math.min(wanted - count, MAX_ELEMENTS_A_TURN));
            if (part.isLeft()) {
                return ENDED;
            }
            if (part.hasEnded()) {
                remove(turn--);
            }
        }
        return count;
    }

    private void remove(int ended) {
        Part<T> part = parts.remove(ended);
        failure = failure == null ? part.failure() : failure;
    }

    @Override
    protected boolean isFinished() {
        if (failure != null) {
            giveUp();
        }
        return failure != null || parts.isEmpty();
    }

    @Override
    protected @Nullable Throwable failure() {
        return failure;
    }

    @Override
    protected void giveUp() {
        parts.forEach(Part::giveUp);
        parts.clear();
    }
}
