package dev.ropewalk.flow.head;

import dev.ropewalk.flow.chain.Stage;
import dev.ropewalk.flow.chain.SteppedHead;
import dev.ropewalk.scheduler.park.FlowExecutor;
import org.jspecify.annotations.Nullable;

/** Pushes the numbers of a range. */
public final class RangeHead extends SteppedHead<Integer> {
    private final int to;
    private int next;

    /** Makes a head that pushes {@code from}, and what follows up to but without {@code to}. */
    public RangeHead(Stage<? super Integer> stage, @Nullable FlowExecutor executor, int from, int to) {
        super(stage, executor);
        this.next = from;
        this.to = Math.max(from, to);
    }

    @Override
    protected long push(Stage<? super Integer> stage, long wanted) {
        int first = next;
        int last = (int) Math.min(to, first + wanted);
        for (int i = first; i < last; i++) {
            if (!stage.push(i)) {
                return ENDED;
            }
        }
        next = last;
        return (long) last - first;
    }

    @Override
    protected boolean isFinished() {
        return next == to;
    }
}
