package dev.ropewalk.flow.stage;

import dev.ropewalk.flow.chain.Stage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes lists of elements. The last one, which may be shorter, needs no demand of its own: elements that don't fill a list were wanted
 * for it.
 */
public final class BatchStage<T> extends FusedStage<T, List<T>> {
    private static final int MAX_FIRST_CAPACITY = 1024;

    private final int size;
    private List<T> batch;

    /** Makes a stage in front of another. */
    public BatchStage(Stage<? super List<T>> next, int size) {
        super(next);
        this.size = size;
        this.batch = empty();
    }

    private List<T> empty() {
        return new ArrayList<>(Math.min(size, MAX_FIRST_CAPACITY));
    }

    @Override
    public boolean push(T element) {
        batch.add(element);
        return batch.size() < size || pushBatch();
    }

    private boolean pushBatch() {
        List<T> full = batch;
        batch = empty();
        return next.push(Collections.unmodifiableList(full));
    }

    @Override
    public void end(@Nullable Throwable cause) {
        if (cause != null || batch.isEmpty() || pushBatch()) {
            next.end(cause);
        }
    }

    @Override
    public long limit() {
        long batches = next.limit();
        return batches > UNBOUNDED / size ? UNBOUNDED : batches * size;
    }
}
