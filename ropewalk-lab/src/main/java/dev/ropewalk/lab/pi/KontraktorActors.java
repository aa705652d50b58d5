package dev.ropewalk.lab.pi;

import dev.ropewalk.lab.apart.TypedActors;
import dev.ropewalk.lab.isolation.Apart;
import dev.ropewalk.lab.isolation.Isolated;
import java.util.Objects;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Typed actors of Kontraktor, of the same structure as {@link RopewalkActors}. */
final class KontraktorActors implements Model {
    private final Slices slices;
    private final Tally tally;
    private @Nullable Isolated<IntConsumer> actors;

    KontraktorActors(Slices slices) {
        this.slices = slices;
        tally = new Tally(slices);
    }

    /** Its threads poll before they sleep: they live no longer than an iteration. */
    @Override
    public void wake() {
        IntToDoubleFunction work = slices::sum;
        DoubleConsumer results = tally::add;
        actors = Apart.open(TypedActors.class, IntConsumer.class, slices.workers(), slices.ring(), work, results);
    }

    @Override
    public void rest() {
        if (actors != null) {
            actors.close();
            actors = null;
        }
    }

    @Override
    public double sum() throws InterruptedException {
        IntConsumer workers = Objects.requireNonNull(actors).get();
        for (int slice = 0; slice < slices.jobs(); slice++) {
            tally.admit(slice);
            workers.accept(slice);
        }
        return tally.await();
    }

    @Override
    public void close() {
        rest();
    }
}
