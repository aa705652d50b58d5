package dev.ropewalk.limit.permit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.limit.Limiter;
import dev.ropewalk.limit.Permit;
import dev.ropewalk.limit.waiter.ThreadWaiter;
import dev.ropewalk.testing.Await;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;
import org.openjdk.jol.info.GraphLayout;

/**
 * Where the JVM puts the word of a limiter, what permits and waiters cost, and that a waiter that gives up leaves nothing behind.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LimiterFootprintTest {
    private static final long TWO_LINES = 128;
    private static final int MANY = 1_000;
    private static final int HUNDRED_THOUSAND = 100_000;

    private final Limiter limiter = Limiter.fixed(1).build();

    @Test
    void shouldShareNoCacheLineWithTheWord() {
        ClassLayout layout = ClassLayout.parseClass(SlotWord.class);
        long word = 0;
        for (FieldLayout field : layout.fields()) {
            if (field.name().equals("word")) {
                word = field.offset();
            }
        }
        assertThat(word).isGreaterThanOrEqualTo(TWO_LINES);
        assertThat(layout.instanceSize() - word).isGreaterThanOrEqualTo(TWO_LINES);
    }

    @Test
    void shouldKeepPermitsSmall() {
        assertThat(ClassLayout.parseClass(LimiterPermit.class).instanceSize()).isEqualTo(24);
        assertThat(ClassLayout.parseClass(MeasuredPermit.class).instanceSize()).isEqualTo(40);
    }

    @Test
    void shouldKeepAThreadThatWaitsSmall() {
        var partition = new Partition("", 1, 0, false);
        long before =
                GraphLayout.parseInstance(partition, Thread.currentThread()).totalSize();
        for (int i = 0; i < MANY; i++) {
            partition.line.add(new Place(new ThreadWaiter<>("a permit"), partition));
        }
        long after =
                GraphLayout.parseInstance(partition, Thread.currentThread()).totalSize();
        assertThat((after - before) / MANY).isLessThanOrEqualTo(72);
    }

    @Test
    void shouldLeaveNothingOfManyThatGaveUp() throws InterruptedException {
        Permit permit = limiter.acquire();
        CompletableFuture<Permit> first = limiter.acquireAsync();
        long before = GraphLayout.parseInstance(limiter).totalCount();
        for (int i = 0; i < HUNDRED_THOUSAND; i++) {
            limiter.acquireAsync().cancel(false);
        }
        assertThat(GraphLayout.parseInstance(limiter).totalCount()).isLessThan(before + MANY);
        assertThat(limiter.stats().waiting()).isEqualTo(1);
        permit.close();
        first.join().close();
    }

    @Test
    void shouldForgetWhoGaveUpAmongThoseWhoWait() throws InterruptedException {
        Permit permit = limiter.acquire();
        List<CompletableFuture<Permit>> patient = new ArrayList<>();
        List<WeakReference<Object>> gone = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            patient.add(limiter.acquireAsync());
            CompletableFuture<Permit> hasty = limiter.acquireAsync();
            gone.add(new WeakReference<>(hasty));
            hasty.cancel(false);
        }
        Await.until("waiters that gave up are collected", () -> {
            System.gc();
            return gone.stream().allMatch(one -> one.get() == null);
        });
        assertThat(limiter.stats().waiting()).isEqualTo(MANY);
        permit.close();
        patient.forEach(one -> one.join().close());
    }
}
