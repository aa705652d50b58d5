package dev.ropewalk.flow.stage;

import dev.ropewalk.flow.chain.Stage;
import org.jspecify.annotations.Nullable;

/** Ends the flow after some elements. */
public final class TakeStage<T> extends FusedStage<T, T> {
    private final long count;
    private long left;

    /**
     * Makes a stage in front of another.
     *
     * @param count above zero
     */
    public TakeStage(Stage<? super T> next, long count) {
        super(next);
        this.count = count;
        this.left = count;
    }

    @Override
    public boolean push(T element) {
        if (left == 0) {
            return false;
        }
        left--;
        if (!next.push(element)) {
            return false;
        }
        if (left == 0) {
            next.end(null);
            return false;
        }
        return true;
    }

    @Override
    public void end(@Nullable Throwable cause) {
        next.end(cause);
    }

    @Override
    public long limit() {
        return Math.min(count, next.limit());
    }
}
