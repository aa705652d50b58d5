package dev.ropewalk.actor.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Internals;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.vm.VM;

/** What an idle actor costs, the user's state not counted. */
@Timeout(120)
class FootprintTest {
    private static final int MAX_BYTES = 150;
    private static final int ACTORS = 100_000;

    private final ActorSystem system = ActorSystem.create("footprint");
    private final AtomicLong handled = new AtomicLong();
    private final Actor<Object> shared = message -> handled.incrementAndGet();

    @AfterEach
    void close() {
        system.close();
    }

    private void awaitHandled(long count) {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (handled.get() < count && System.nanoTime() - deadline < 0) {
            system.scheduler().parkNanos(handled, 100_000);
        }
        assertThat(handled).hasValue(count);
    }

    @Test
    void shouldBeASmallObjectAndItsStrand() {
        assumeThat(VM.current().objectAlignment()).isEqualTo(8);
        assumeThat(VM.current().sizeOfField("oop")).as("compressed references").isEqualTo(4);
        Cell<?> cell = Internals.cellOf(system, system.spawn(context -> shared));
        long bytes = ClassLayout.parseInstance(cell).instanceSize()
                + ClassLayout.parseInstance(cell.strand).instanceSize();

        assertThat(bytes).isLessThanOrEqualTo(MAX_BYTES);
    }

    @Test
    void shouldNeedNothingElseToHandleMessages() {
        ActorRef<Object> actor = system.spawn(context -> shared);
        for (int i = 0; i < 1000; i++) {
            actor.tell(i);
        }
        var ignored = actor.ask(replyTo -> "question", Duration.ofMinutes(1)).complete("answer");
        awaitHandled(1001);
        assertThat(Internals.cellOf(system, actor).cold).isNull();
    }

    @Test
    void shouldTakeNoMoreOfTheHeap() {
        assumeThat(VM.current().sizeOfField("oop")).as("compressed references").isEqualTo(4);
        spawn(1000);
        long before = usedBytes();
        spawn(ACTORS);
        long after = usedBytes();
        assertThat((after - before) / ACTORS).isBetween(1L, (long) MAX_BYTES);
        assertThat(system.snapshot().children()).hasSize(1000 + ACTORS);
    }

    private void spawn(int count) {
        long before = handled.get();
        for (int i = 0; i < count; i++) {
            system.spawn(context -> shared).tell(i);
        }
        awaitHandled(before + count);
    }

    /** The least of several measurements: collections free what they free when they like. */
    private static long usedBytes() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }
}
