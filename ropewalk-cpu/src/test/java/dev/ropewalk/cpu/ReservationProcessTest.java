package dev.ropewalk.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reservations of several processes. */
class ReservationProcessTest {
    private static final int RACERS = 3;
    private static final String HOLDS_ALL = "CPUs 0-3 for \"holder\"\n";

    @TempDir
    private Path temporary;

    private Path locks = Path.of("");

    @BeforeEach
    void makeDirectory() throws IOException {
        locks = Files.createDirectory(temporary.resolve("locks"));
    }

    @Test
    void shouldNeverHaveTwoHoldersWhenProcessesRace() throws Exception {
        List<String> printed = race("real", 300);
        assertThat(printed).filteredOn("doubles=0"::equals).hasSize(RACERS);
        assertThat(printed).hasSize(2 * RACERS);
        assertThat(CpuReservation.holders(locks)).isEmpty();
    }

    @Test
    void shouldCatchRacersThatCheckAndThenAct() throws Exception {
        List<String> printed = race("broken", 500);
        assertThat(printed).filteredOn("doubles=0"::equals).hasSizeLessThan(RACERS);
        assertThat(printed).hasSize(2 * RACERS);
    }

    /** Returns what the racers print. */
    private List<String> race(String kind, int successes) throws IOException, InterruptedException {
        Path witness = Files.createDirectory(temporary.resolve("witness"));
        long seed = new Random().nextLong(1_000_000);
        List<Path> folders = new ArrayList<>();
        List<Process> racers = new ArrayList<>();
        try {
            for (int i = 0; i < RACERS; i++) {
                Path folder = Files.createDirectory(temporary.resolve("racer-" + i));
                folders.add(folder);
                racers.add(ProbeJvm.startOnClassPath(
                        folder,
                        ReservationRacer.class,
                        locks.toString(),
                        witness.toString(),
                        Long.toString(seed + i),
                        Integer.toString(successes),
                        kind));
            }
            for (int i = 0; i < RACERS; i++) {
                Path ready = witness.resolve("ready-" + (seed + i));
                await(() -> Files.exists(ready));
            }
            Files.createFile(witness.resolve("go"));
            for (Process racer : racers) {
                assertThat(racer.waitFor(60, TimeUnit.SECONDS))
                        .as("a racer ends")
                        .isTrue();
            }
        } finally {
            racers.forEach(Process::destroyForcibly);
        }
        List<String> printed = new ArrayList<>();
        for (Path folder : folders) {
            assertThat(folder.resolve("err")).as("errors, seed %d", seed).hasContent("");
            printed.addAll(Files.readAllLines(folder.resolve("out")));
        }
        return printed;
    }

    @Test
    void shouldFreeTheCpusOfAKilledProcess() throws Exception {
        Process holder = ProbeJvm.startOnClassPath(temporary, ReservationHolder.class, locks.toString());
        assertHoldsUntilKilled(holder, holder.pid());
    }

    @Test
    void shouldTellProcessesApartThatAreAllNumberOne() throws Exception {
        List<String> namespace = List.of("unshare", "--pid", "--fork", "--kill-child");
        assumeThat(works(namespace)).as("unshare makes namespaces here").isTrue();
        Process holder = ProbeJvm.startOnClassPath(namespace, temporary, ReservationHolder.class, locks.toString());
        Path other = Files.createDirectory(temporary.resolve("other"));
        try {
            await(() -> printed(temporary).equals(HOLDS_ALL));
            Process late = ProbeJvm.startOnClassPath(namespace, other, ReservationHolder.class, locks.toString());
            assertThat(late.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(Files.readString(other.resolve("err")))
                    .contains("NoFreeCpuException")
                    .contains("CPUs 0-3 for \"holder\" by process 1 ");
        } finally {
            assertHoldsUntilKilled(holder, 1);
        }
    }

    private static boolean works(List<String> launcher) throws InterruptedException {
        List<String> command = new ArrayList<>(launcher);
        command.add("true");
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private void assertHoldsUntilKilled(Process holder, long pid) throws InterruptedException {
        var builder = CpuReservation.builder().directory(locks).topology(ReservationRacer.MACHINE);
        try {
            await(() -> printed(temporary).equals(HOLDS_ALL));
            assertThat(builder.tryReserve()).isEmpty();
            CpuHolder seen = CpuReservation.holders(locks).getFirst();
            assertThat(seen.pid().orElse(0)).isEqualTo(pid);
            assertThat(seen.name()).isEqualTo("holder");
            assertThat(seen.cpus()).hasToString("0-3");
            assertThat(seen.command()).isEqualTo(ReservationHolder.class.getName());
        } finally {
            holder.destroyForcibly();
        }
        assertThat(holder.waitFor(30, TimeUnit.SECONDS)).isTrue();
        await(() -> CpuReservation.holders(locks).isEmpty());
        assertThat(builder.cpus(4).reserve().cpus()).hasToString("0-3");
    }

    @Test
    void shouldKeepItsLocksWhenInterrupted() throws Exception {
        var builder = CpuReservation.builder().directory(locks).topology(ReservationRacer.MACHINE);
        CpuReservation kept = builder.reserve();
        var rounds = new FutureTask<>(() -> {
            for (int round = 0; round < 100; round++) {
                builder.reserve().close();
                assertThat(CpuReservation.holders(locks)).hasSize(1);
            }
            return true;
        });
        Thread busy = Thread.ofPlatform().daemon().start(rounds);
        while (busy.isAlive()) {
            busy.interrupt();
            Thread.onSpinWait();
        }
        assertThat(rounds.get()).isTrue();
        for (int other = 0; other < 2; other++) {
            assertThat(ProbeJvm.onClassPath(temporary, ReservationProbe.class, "-Ddirectory=" + locks))
                    .as("seen by process %d", other)
                    .containsEntry("held", kept.cpus().toString());
        }
    }

    @Test
    void shouldLeaveTheInterruptSet() {
        Thread.currentThread().interrupt();
        CpuReservation _ = CpuReservation.builder()
                .directory(locks)
                .topology(ReservationRacer.MACHINE)
                .reserve();
        assertThat(CpuReservation.holders(locks))
                .extracting(CpuHolder::name)
                .containsExactly(Thread.currentThread().getName());
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void shouldReserveWithoutNativeAccessAndSayWhyItCanNotPin() throws Exception {
        String reason = "native access isn't enabled: start Java with --enable-native-access=ALL-UNNAMED";
        assertThat(ProbeJvm.onClassPath(temporary, ReservationProbe.class, "-Ddirectory=" + locks))
                .containsEntry("reserved", "1")
                .containsEntry("pin", reason)
                .containsEntry("factory", reason)
                .containsEntry("unpinned", "runs");
    }

    private static String printed(Path folder) {
        try {
            return Files.readString(folder.resolve("out"));
        } catch (IOException e) {
            return "";
        }
    }

    private static void await(BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - start).as("waited, ns").isLessThan(TimeUnit.SECONDS.toNanos(30));
            Thread.onSpinWait();
        }
    }
}
