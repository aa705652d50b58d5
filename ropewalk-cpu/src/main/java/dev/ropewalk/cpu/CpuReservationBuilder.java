package dev.ropewalk.cpu;

import dev.ropewalk.base.BuilderSettings;
import dev.ropewalk.base.CheckReturnValue;
import dev.ropewalk.base.Nulls;
import dev.ropewalk.cpu.reserve.CpuChoice;
import dev.ropewalk.cpu.reserve.CpuLocks;
import dev.ropewalk.cpu.topology.LinuxCalls;
import dev.ropewalk.cpu.topology.UsableCpus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Says which CPUs to reserve. Without a word more, that is one CPU of those that this process may use.
 *
 * <p>Of the CPUs that fit, isolated ones ({@code isolcpus}) come first, then those of fast cores where there are slow ones,
 * then those whose core is otherwise free, then those far from CPU 0, where most interrupts go. Isolated CPUs are taken
 * only if the kernel lets this process use them, and so need native access.
 *
 * <p>Immutable: each method returns a changed copy. A builder can reserve several times.
 */
@CheckReturnValue
public final class CpuReservationBuilder {
    private final Supplier<Optional<LinuxCalls>> calls;
    private final Settings settings;

    /** What can be set, with its defaults. */
    private static final class Settings extends BuilderSettings<Settings> {
        Optional<CpuTopology> topology = Optional.empty();
        Optional<CpuSet> among = Optional.empty();
        Optional<Path> directory = Optional.empty();
        Optional<String> name = Optional.empty();
        int count = 1;
        boolean wholeCores;
        CpuSet earlier = CpuSet.of();
        List<ReservationStrategy> strategies = List.of(ReservationStrategy.ANY);
    }

    CpuReservationBuilder() {
        this(LinuxCalls::available);
    }

    CpuReservationBuilder(Supplier<Optional<LinuxCalls>> calls) {
        this(calls, new Settings());
    }

    private CpuReservationBuilder(Supplier<Optional<LinuxCalls>> calls, Settings settings) {
        this.calls = calls;
        this.settings = settings;
    }

    private CpuReservationBuilder with(Consumer<Settings> change) {
        return new CpuReservationBuilder(calls, settings.with(change));
    }

    /**
     * Asks for single CPUs.
     *
     * @throws IllegalArgumentException if the count isn't positive
     */
    public CpuReservationBuilder cpus(int count) {
        return count(count, false);
    }

    /**
     * Asks for whole cores, each with all its hyper-threads that are online. A core of which this process may use only a
     * part doesn't count.
     *
     * @throws IllegalArgumentException if the count isn't positive
     */
    public CpuReservationBuilder cores(int count) {
        return count(count, true);
    }

    private CpuReservationBuilder count(int count, boolean wholeCores) {
        if (count < 1) {
            throw new IllegalArgumentException(
                    "can't reserve " + count + (wholeCores ? " cores" : " CPUs") + ", only one or more");
        }
        return with(changed -> {
            changed.count = count;
            changed.wholeCores = wholeCores;
        });
    }

    /**
     * Says where the CPUs must be, seen from others such as those of an earlier reservation: all where the first strategy
     * says, or if they can't be had there, all where the second says, and so on.
     *
     * @param earlier one or more CPUs that are online
     * @throws IllegalArgumentException if {@code earlier} is empty
     */
    public CpuReservationBuilder relativeTo(
            CpuSet earlier, ReservationStrategy first, ReservationStrategy... otherwise) {
        Objects.requireNonNull(earlier, "earlier");
        Objects.requireNonNull(first, "first");
        List<ReservationStrategy> others = Nulls.copy(otherwise, "otherwise");
        if (earlier.isEmpty()) {
            throw new IllegalArgumentException("there is no place relative to an empty set of CPUs");
        }
        var inOrder = new ArrayList<ReservationStrategy>();
        inOrder.add(first);
        inOrder.addAll(others);
        return with(changed -> {
            changed.earlier = earlier;
            changed.strategies = List.copyOf(inOrder);
        });
    }

    /** Asks for some of these CPUs only. */
    public CpuReservationBuilder among(CpuSet cpus) {
        return with(changed -> changed.among = Optional.of(Objects.requireNonNull(cpus, "cpus")));
    }

    /** Says what the CPUs are for, to be shown to others; by default, the name of the thread that reserves them. */
    public CpuReservationBuilder name(String name) {
        return with(changed -> changed.name = Optional.of(Objects.requireNonNull(name, "name")));
    }

    /** Sets where the reservations are kept; by default, {@link CpuReservation#defaultDirectory}. */
    public CpuReservationBuilder directory(Path directory) {
        return with(changed -> changed.directory = Optional.of(Objects.requireNonNull(directory, "directory")));
    }

    /** Sets the topology; by default, it is {@linkplain CpuTopology#detect detected} for each reservation. */
    public CpuReservationBuilder topology(CpuTopology topology) {
        return with(changed -> changed.topology = Optional.of(Objects.requireNonNull(topology, "topology")));
    }

    /**
     * Reserves the CPUs. Doesn't wait for any to become free, and isn't disturbed by an interrupt.
     *
     * @throws NoFreeCpuException if they can't be had; it says who holds which
     * @throws ReservationUnavailableException if the directory can't be used
     * @throws IllegalArgumentException if the place is relative to a CPU that isn't online
     */
    public CpuReservation reserve() {
        CpuChoice choice = choice();
        return reserve(choice).orElseThrow(() -> noneFree(choice));
    }

    /**
     * Reserves the CPUs if they can be had.
     *
     * @return the reservation; empty if the CPUs can't be had
     * @throws ReservationUnavailableException if the directory can't be used
     * @throws IllegalArgumentException if the place is relative to a CPU that isn't online
     */
    public Optional<CpuReservation> tryReserve() {
        return reserve(choice());
    }

    private Optional<CpuReservation> reserve(CpuChoice choice) {
        String purpose = settings.name.orElseGet(() -> Thread.currentThread().getName());
        CpuLocks locks = CpuLocks.in(place());
        List<CpuSet> parts = locks.take(choice::choose, purpose);
        return parts.isEmpty() ? Optional.empty() : Optional.of(new CpuReservation(locks, purpose, parts));
    }

    private Path place() {
        return settings.directory.orElseGet(CpuReservation::defaultDirectory);
    }

    private CpuChoice choice() {
        CpuTopology machine = settings.topology.orElseGet(CpuTopology::detect);
        CpuSet usable = UsableCpus.of(machine, calls);
        return new CpuChoice(
                machine,
                settings.among.map(usable::intersect).orElse(usable),
                settings.wholeCores,
                settings.count,
                settings.earlier,
                settings.strategies);
    }

    private NoFreeCpuException noneFree(CpuChoice choice) {
        var holders = new StringJoiner("; ");
        holders.setEmptyValue("nothing");
        for (CpuHolder holder : CpuLocks.holders(place())) {
            holders.add(holder.toString());
        }
        return new NoFreeCpuException("can't reserve " + choice + "; taken: " + holders);
    }
}
