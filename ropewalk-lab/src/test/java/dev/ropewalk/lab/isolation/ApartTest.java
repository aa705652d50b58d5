package dev.ropewalk.lab.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.lmax.disruptor.RingBuffer;
import dev.ropewalk.lab.apart.WorkerPool;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class ApartTest {
    private static final IntToDoubleFunction ROOT = Math::sqrt;

    private final BlockingQueue<Double> results = new LinkedBlockingQueue<>();
    private final DoubleConsumer toResults = results::add;

    @Test
    void shouldHaveTheLibraries() {
        assertThat(Apart.refusal()).isEmpty();
        assertThat(Apart.libraries())
                .extracting(jar -> jar.getFileName().toString())
                .contains("disruptor-3.4.4.jar");
    }

    @Test
    void shouldRunARivalBesideAnotherVersionOfIt() throws Exception {
        try (var pool = Apart.open(WorkerPool.class, IntConsumer.class, 2, 8, ROOT, toResults)) {
            pool.get().accept(81);

            assertThat(results.take()).isEqualTo(9);
            assertThat(pool.get().getClass().getName()).isEqualTo(WorkerPool.class.getName());
            ClassLoader loader = pool.get().getClass().getClassLoader();
            assertThat(loader.loadClass(RingBuffer.class.getName())).isNotSameAs(RingBuffer.class);
        }
    }

    @Test
    void shouldShowRivalsNothingOfTheLab() {
        try (var pool = Apart.open(WorkerPool.class, IntConsumer.class, 1, 8, ROOT, toResults)) {
            ClassLoader loader = pool.get().getClass().getClassLoader();

            assertThatThrownBy(() -> loader.loadClass(Apart.class.getName()))
                    .isInstanceOf(ClassNotFoundException.class);
        }
    }

    @Test
    void shouldTellWhyARivalCannotBeMade() {
        assertThatThrownBy(() -> Apart.open(WorkerPool.class, IntConsumer.class, 1, 7, ROOT, toResults))
                .isInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("bufferSize must be a power of 2");
    }
}
