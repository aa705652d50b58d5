package dev.ropewalk.cpu;

import dev.ropewalk.cpu.reserve.CpuChoice;
import dev.ropewalk.cpu.reserve.CpuLocks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * CPUs that one user of a machine keeps for itself among all users of this class, in this process and in others.
 *
 * {@snippet class="dev.ropewalk.cpu.snippets.CpuSnippets" region="reservation" :
 * try (CpuReservation matcher =
 *                 CpuReservation.builder().name("matcher").cores(1).reserve();
 *         CpuReservation logger = CpuReservation.builder()
 *                 .name("logger")
 *                 .relativeTo(matcher.cpus(), SAME_LAST_LEVEL_CACHE, SAME_SOCKET, ANY)
 *                 .reserve();
 *         CpuPinning pinning = matcher.pin()) {
 *     match(logger.cpus());
 * }
 * }
 *
 * <p>It is an agreement: the kernel goes on to run anything anywhere, and a program that doesn't reserve isn't kept away. Where
 * that matters, isolate CPUs at boot ({@code isolcpus}); they are reserved first.
 *
 * <p><b>Life.</b> A reservation ends when it is closed or its process ends, in whatever way: the kernel holds it as a lock on a
 * file, so that nothing is left to clean, and process numbers play no part. A reservation that is neither closed nor reachable
 * stays. Interrupts don't harm it.
 *
 * <p><b>Where.</b> The locks are in {@code ropewalk-cpus.lock} and notes about the holders for people in {@code
 * ropewalk-cpus.txt}, in the {@linkplain #defaultDirectory() default directory} or the one given to the builder. Only users of
 * the same directory take note of each other. Containers share it if they mount it, or by {@code docker run --ipc=host}. Any user
 * may write the files, and so reserve all CPUs; a directory of restricted access prevents that. A program mustn't open the file
 * of locks itself, since to close it drops all locks of the process; nor should the files be deleted while CPUs are reserved.
 *
 * <p>Reserving works on all platforms; whether threads can be pinned there is another matter, which {@link
 * CpuPinning#unavailableReason} answers. Instances may be shared between threads.
 */
public final class CpuReservation implements AutoCloseable {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private final CpuLocks locks;
    private final String name;
    private final List<CpuSet> parts;
    private final CpuSet cpus;
    private final AtomicBoolean closed = new AtomicBoolean();

    CpuReservation(CpuLocks locks, String name, List<CpuSet> parts) {
        this.locks = locks;
        this.name = name;
        this.parts = List.copyOf(parts);
        this.cpus = CpuChoice.union(parts);
    }

    /** Returns a builder of a reservation, of one CPU anywhere unless it is told otherwise. */
    public static CpuReservationBuilder builder() {
        return new CpuReservationBuilder();
    }

    /**
     * Returns who has reserved CPUs by the default directory, in any process, in the order of their lowest CPU.
     *
     * @throws ReservationUnavailableException if the directory can't be used
     */
    public static List<CpuHolder> holders() {
        return holders(defaultDirectory());
    }

    /**
     * Returns who has reserved CPUs by a directory, in any process, in the order of their lowest CPU.
     *
     * @throws ReservationUnavailableException if the directory can't be used
     */
    public static List<CpuHolder> holders(Path directory) {
        Objects.requireNonNull(directory, "directory");
        return CpuLocks.holders(directory);
    }

    /**
     * Returns where reservations are kept by default: in {@code /dev/shm}, which all users may write and no cleaner tidies up,
     * or on a system without it in the directory for temporary files.
     */
    public static Path defaultDirectory() {
        return Files.isDirectory(SHARED_MEMORY) ? SHARED_MEMORY : Path.of(System.getProperty("java.io.tmpdir", "."));
    }

    /** Returns what the CPUs are reserved for. */
    public String name() {
        return name;
    }

    /** Returns the reserved CPUs; of a core, all its hyper-threads. */
    public CpuSet cpus() {
        return cpus;
    }

    /** Returns the cores, or the single CPUs, that were asked for. */
    List<CpuSet> parts() {
        return parts;
    }

    /**
     * Pins the current thread to the reserved CPUs, as {@link CpuPinning#pin} does. To close the reservation doesn't unpin
     * it: close the pinning first.
     *
     * @throws IllegalStateException if the reservation is closed, or the current thread is virtual
     * @throws PinningUnavailableException if this platform can't pin threads
     */
    public CpuPinning pin() {
        if (closed.get()) {
            throw new IllegalStateException("the reservation of the CPUs " + cpus + " for \"" + name + "\" is closed");
        }
        return CpuPinning.pin(cpus);
    }

    /** Gives the CPUs back. Does nothing if it was closed before. Any thread may do that. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            locks.giveBack(cpus);
        }
    }

    /** Returns the CPUs and what they are reserved for. */
    @Override
    public String toString() {
        return "CPUs " + cpus + " for \"" + name + "\"" + (closed.get() ? ", closed" : "");
    }
}
