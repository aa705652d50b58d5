package dev.ropewalk.flow.head;

import dev.ropewalk.flow.chain.Stage;
import dev.ropewalk.flow.chain.SteppedHead;
import dev.ropewalk.scheduler.park.FlowExecutor;
import java.util.Collections;
import java.util.Iterator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Pushes what an iterator returns. */
public final class IteratorHead<T> extends SteppedHead<T> {
    private final Iterable<? extends T> elements;
    private Iterator<? extends T> iterator = Collections.emptyIterator();

    /** Makes a head that asks for an iterator when it begins. */
    public IteratorHead(Stage<? super T> stage, @Nullable FlowExecutor executor, Iterable<? extends T> elements) {
        super(stage, executor);
        this.elements = elements;
    }

    @Override
    protected void begin() {
        iterator = Objects.requireNonNull(elements.iterator(), "iterator");
    }

    @Override
    protected long push(Stage<? super T> stage, long wanted) {
        long count = 0;
        while (count < wanted && iterator.hasNext()) {
            T element = Objects.requireNonNull(iterator.next(), "element");
            if (!stage.push(element)) {
                return ENDED;
            }
            count++;
        }
        return count;
    }

    @Override
    protected boolean isFinished() {
        return !iterator.hasNext();
    }

    @Override
    protected void giveUp() {
        iterator = Collections.emptyIterator();
    }
}
