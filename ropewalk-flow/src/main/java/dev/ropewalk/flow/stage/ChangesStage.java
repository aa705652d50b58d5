package dev.ropewalk.flow.stage;

import dev.ropewalk.flow.chain.Stage;
import org.jspecify.annotations.Nullable;

/** Passes on the elements that aren't equal to the one before. */
public final class ChangesStage<T> extends DroppingStage<T> {
    private @Nullable T last;

    /** Makes a stage in front of another. */
    public ChangesStage(Stage<? super T> next) {
        super(next);
    }

    @Override
    public boolean push(T element) {
        if (element.equals(last)) {
            return drop();
        }
        last = element;
        return next.push(element);
    }
}
