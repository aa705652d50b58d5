package dev.ropewalk.flow.stage;

import dev.ropewalk.flow.chain.Stage;
import org.jspecify.annotations.Nullable;

/** A stage with another one behind it, to which it passes on what it doesn't change. */
abstract class FusedStage<T, R> extends Stage<T> {
    final Stage<? super R> next;

    /** How many fused stages are between this one and the end of the row. */
    final int place;

    FusedStage(Stage<? super R> next) {
        this.next = next;
        this.place = next instanceof FusedStage<?, ?> fused ? fused.place + 1 : 0;
    }

    @Override
    public void pause() {
        next.pause();
    }

    @Override
    public void end(@Nullable Throwable cause) {
        next.end(cause);
    }

    @Override
    public long limit() {
        return next.limit();
    }
}
