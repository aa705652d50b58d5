package dev.ropewalk.cpu;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * Reserves CPUs and gives them back, over and over, together with others of its kind. Whether it ever has one together with
 * another, it finds out by a witness: a file for each held CPU, which only one process can create.
 *
 * <p>Arguments: the directory of the locks, that of the witness, a seed, how often to succeed, and of which kind it is: "broken" is
 * the broken twin, which looks whether a CPU is free and then takes it. A racer says by a file that it is ready, and starts
 * when there is one of the name "go".
 */
public final class ReservationRacer {
    static final CpuTopology MACHINE = CpuTopology.of(
            List.of(Cpu.of(0, 0, 0, 0, 0), Cpu.of(1, 0, 0, 0, 0), Cpu.of(2, 1, 0, 0, 0), Cpu.of(3, 1, 0, 0, 0)),
            CpuSet.parse("0-3"));

    private final Path locks;
    private final Path witness;
    private final Random random;
    private int reserved;
    private int doubles;

    private ReservationRacer(Path locks, Path witness, long seed) {
        this.locks = locks;
        this.witness = witness;
        this.random = new Random(seed);
    }

    public static void main(String[] arguments) throws IOException {
        var racer = new ReservationRacer(Path.of(arguments[0]), Path.of(arguments[1]), Long.parseLong(arguments[2]));
        Files.createFile(racer.witness.resolve("ready-" + arguments[2]));
        while (!Files.exists(racer.witness.resolve("go"))) {
            Thread.onSpinWait();
        }
        while (racer.reserved < Integer.parseInt(arguments[3])) {
            racer.step(arguments[4]);
        }
        System.out.println("reserved=" + racer.reserved);
        System.out.println("doubles=" + racer.doubles);
    }

    private void step(String kind) throws IOException {
        var builder = CpuReservation.builder().directory(locks).topology(MACHINE);
        if (kind.equals("broken")) {
            checkThenAct();
        } else {
            reserve(random.nextInt(3) == 0 ? builder.cores(1) : builder.cpus(1 + random.nextInt(2)));
        }
    }

    private void reserve(CpuReservationBuilder builder) throws IOException {
        Optional<CpuReservation> reservation = builder.tryReserve();
        if (reservation.isPresent()) {
            hold(reservation.get().cpus());
            reservation.get().close();
        }
    }

    private void checkThenAct() throws IOException {
        int cpu = random.nextInt(2);
        Path taken = locks.resolve("taken-" + cpu);
        if (!Files.exists(taken)) {
            // So that others get in between on a single CPU, too.
            LockSupport.parkNanos(1);
            Files.writeString(taken, "by a racer");
            hold(CpuSet.of(cpu));
            Files.deleteIfExists(taken);
        }
    }

    private void hold(CpuSet cpus) throws IOException {
        reserved++;
        for (int cpu : cpus.toArray()) {
            try {
                Files.createFile(witness.resolve("held-" + cpu));
            } catch (FileAlreadyExistsException e) {
                doubles++;
            }
        }
        // Lets the others try while this one holds them.
        LockSupport.parkNanos(1);
        for (int cpu : cpus.toArray()) {
            Files.deleteIfExists(witness.resolve("held-" + cpu));
        }
    }
}
