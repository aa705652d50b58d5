package dev.ropewalk.flow.head;

import dev.ropewalk.flow.chain.Stage;
import dev.ropewalk.flow.chain.SteppedHead;
import dev.ropewalk.scheduler.park.FlowExecutor;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Pushes what a supplier returns, without end. */
public final class SupplierHead<T> extends SteppedHead<T> {
    private final Supplier<? extends T> supplier;

    /** Makes a head that calls a supplier for each element that is wanted. */
    public SupplierHead(Stage<? super T> stage, @Nullable FlowExecutor executor, Supplier<? extends T> supplier) {
        super(stage, executor);
        this.supplier = supplier;
    }

    @Override
    protected long push(Stage<? super T> stage, long wanted) {
        for (long count = 0; count < wanted; count++) {
            T element = Objects.requireNonNull(supplier.get(), "element");
            if (!stage.push(element)) {
                return ENDED;
            }
        }
        return wanted;
    }

    @Override
    protected boolean isFinished() {
        return false;
    }
}
