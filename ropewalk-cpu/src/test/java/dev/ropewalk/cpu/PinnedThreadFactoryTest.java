package dev.ropewalk.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ropewalk.cpu.topology.LinuxCalls;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Makes threads on this machine, and asks the kernel where they may run. */
@EnabledOnOs(OS.LINUX)
class PinnedThreadFactoryTest {
    private static final CpuSet ALLOWED = CpuTopology.detect().allowed();
    private static final CpuSet FIRST = CpuSet.of(ALLOWED.first());

    @TempDir
    private Path directory;

    @Test
    void shouldGiveEachThreadACpuOfItsOwn() throws Exception {
        assumeThat(ALLOWED.size()).as("allowed CPUs").isGreaterThan(1);
        int[] cpus = ALLOWED.stream().limit(2).toArray();
        var release = new CountDownLatch(1);
        var factory =
                PinnedThreadFactory.of(CpuSet.of(cpus), Thread.ofPlatform().daemon());
        List<FutureTask<CpuSet>> tasks =
                List.of(new FutureTask<>(maskAfter(release)), new FutureTask<>(maskAfter(release)));
        tasks.forEach(task -> factory.newThread(task).start());
        release.countDown();
        assertThat(result(tasks.get(0))).isEqualTo(CpuSet.of(cpus[0]));
        assertThat(result(tasks.get(1))).isEqualTo(CpuSet.of(cpus[1]));
    }

    private static Callable<CpuSet> maskAfter(CountDownLatch release) {
        return () -> {
            release.await();
            return mask();
        };
    }

    @Test
    void shouldTakeNamesAndTheDaemonFlagFromTheBuilder() {
        var builder = Thread.ofPlatform().name("pricing-", 1).daemon();
        PinnedThreadFactory factory = PinnedThreadFactory.of(FIRST, builder);
        Thread thread = factory.newThread(() -> {});
        assertThat(thread.getName()).isEqualTo("pricing-1");
        assertThat(thread.isDaemon()).isTrue();
        assertThat(thread.getState()).isEqualTo(Thread.State.NEW);
        assertThat(factory).hasToString("CPU " + FIRST + " pricing-1");
    }

    @Test
    void shouldRefuseAThreadMoreThanThereAreCpus() {
        var factory = PinnedThreadFactory.of(FIRST, Thread.ofPlatform().name("pricing-", 0));
        factory.newThread(() -> {});
        assertThatThrownBy(() -> factory.newThread(() -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("each of the CPUs has a thread already: CPU " + FIRST + " pricing-0");
    }

    @Test
    void shouldUseTheCpuOfAThreadThatEnded() throws Exception {
        var factory = PinnedThreadFactory.of(FIRST, Thread.ofPlatform().daemon());
        for (int i = 0; i < 3; i++) {
            Thread thread = factory.newThread(() -> {});
            thread.start();
            assertThat(thread.join(Duration.ofSeconds(30))).isTrue();
        }
        assertThat(factory).hasToString("CPU " + FIRST + " free");
    }

    @Test
    @Timeout(60)
    void shouldLetAnExecutorReplaceAWorkerThatFailed() throws Exception {
        var quiet = Thread.ofPlatform().daemon().uncaughtExceptionHandler((thread, failure) -> {});
        try (ExecutorService pool = Executors.newFixedThreadPool(1, PinnedThreadFactory.of(FIRST, quiet))) {
            // All wait in the queue before one fails: this thread, which may run out of patience, replaces no worker.
            var queued = new CountDownLatch(1);
            Future<CpuSet> before = pool.submit(maskAfter(queued));
            for (int i = 0; i < 100; i++) {
                pool.execute(() -> {
                    throw new IllegalStateException("a fault of the task");
                });
            }
            Future<CpuSet> after = pool.submit(PinnedThreadFactoryTest::mask);
            queued.countDown();
            assertThat(before.get(30, TimeUnit.SECONDS)).isEqualTo(FIRST);
            assertThat(after.get(30, TimeUnit.SECONDS)).isEqualTo(FIRST);
        }
    }

    @Test
    void shouldMakeAThreadForEachCoreOfAReservation() throws Exception {
        try (CpuReservation reservation = CpuReservation.builder()
                .directory(directory)
                .topology(oneCore())
                .cores(1)
                .reserve()) {
            var factory =
                    PinnedThreadFactory.of(reservation, Thread.ofPlatform().daemon());
            assertThat(on(factory, PinnedThreadFactoryTest::mask)).isEqualTo(ALLOWED);
            var task = new FutureTask<>(PinnedThreadFactoryTest::mask);
            factory.newThread(() -> {});
            assertThatThrownBy(() -> factory.newThread(task)).isInstanceOf(IllegalStateException.class);
        }
    }

    /** Returns the allowed CPUs as hyper-threads of one core. */
    private static CpuTopology oneCore() {
        return CpuTopology.of(
                ALLOWED.stream().mapToObj(cpu -> Cpu.of(cpu, 0, 0, 0, 0)).toList(), ALLOWED);
    }

    @Test
    void shouldPinTheThreadThatReserved() throws Exception {
        FreshThread.call(() -> {
            try (CpuReservation reservation =
                            CpuReservation.builder().directory(directory).reserve();
                    CpuPinning pinning = reservation.pin()) {
                assertThat(mask()).isEqualTo(reservation.cpus()).isEqualTo(pinning.cpus());
            }
            return null;
        });
    }

    @Test
    void shouldNotInheritTheMaskOfThePinnedMaker() throws Exception {
        var pinned = PinnedThreadFactory.of(FIRST, Thread.ofPlatform().daemon());
        CpuSet last = CpuSet.of(ALLOWED.stream().max().orElseThrow());
        var onLast = PinnedThreadFactory.of(last, Thread.ofPlatform().daemon());
        ThreadFactory unpinned =
                PinnedThreadFactory.unpinned(Thread.ofPlatform().daemon());
        on(pinned, () -> {
            assertThat(on(Thread.ofPlatform().daemon().factory(), PinnedThreadFactoryTest::mask))
                    .as("a plain thread inherits")
                    .isEqualTo(FIRST);
            assertThat(on(unpinned, PinnedThreadFactoryTest::mask)).isEqualTo(ALLOWED);
            assertThat(on(onLast, PinnedThreadFactoryTest::mask)).isEqualTo(last);
            return true;
        });
    }

    @Test
    void shouldCountOneProcessorOnAPinnedThreadAndAllOnAnUnpinnedOne() throws Exception {
        var pinned = PinnedThreadFactory.of(FIRST, Thread.ofPlatform().daemon());
        var unpinned = PinnedThreadFactory.unpinned(Thread.ofPlatform().daemon().name("helper"));
        int all = Runtime.getRuntime().availableProcessors();
        assertThat(on(pinned, () -> Runtime.getRuntime().availableProcessors())).isEqualTo(1);
        assertThat(on(unpinned, () -> Runtime.getRuntime().availableProcessors()))
                .isEqualTo(all);
        assertThat(unpinned.newThread(() -> {}).getName()).isEqualTo("helper");
    }

    @Test
    void shouldRefuseCpusThatCanNotBePinnedToWhenItIsMade() {
        assertThatThrownBy(() -> PinnedThreadFactory.of(CpuSet.of(), Thread.ofPlatform()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("empty set of CPUs");
        assertThatThrownBy(() -> PinnedThreadFactory.of(CpuSet.of(900_000), Thread.ofPlatform()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("can't pin a thread to the CPUs 900000: 900000 is not online");
    }

    @Test
    void shouldTellTheHandlerWhenPinningFailsAndRunNevertheless() throws Exception {
        var told = new AtomicReference<Throwable>();
        var threads = Thread.ofPlatform().uncaughtExceptionHandler((thread, failure) -> told.set(failure));
        var factory = new PinnedThreadFactory(List.of(CpuSet.of(900_000)), threads.factory());
        assertThat(on(factory, PinnedThreadFactoryTest::mask)).isEqualTo(ALLOWED);
        assertThat(told.get())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("900000 is not online");
    }

    private static <T> T on(ThreadFactory factory, Callable<T> code) throws Exception {
        var task = new FutureTask<>(code);
        Thread thread = factory.newThread(task);
        thread.start();
        T result = result(task);
        assertThat(thread.join(Duration.ofSeconds(30))).isTrue();
        return result;
    }

    private static <T> T result(FutureTask<T> task) throws Exception {
        return task.get(30, TimeUnit.SECONDS);
    }

    private static CpuSet mask() {
        return LinuxCalls.available().flatMap(LinuxCalls::threadAffinity).orElseThrow();
    }
}
