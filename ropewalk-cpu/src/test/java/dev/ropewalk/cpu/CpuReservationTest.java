package dev.ropewalk.cpu;

import static dev.ropewalk.cpu.ReservationStrategy.ANY;
import static dev.ropewalk.cpu.ReservationStrategy.SAME_LAST_LEVEL_CACHE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ropewalk.cpu.reserve.CpuLocks;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Reservations of one process, on the machine of two sockets, CPUs 3 and 7 isolated. */
class CpuReservationTest {
    private static final long PID = ProcessHandle.current().pid();

    @TempDir
    private static Path machine;

    private static CpuTopology topology = CpuTopology.flat(CpuSet.of(0), "replaced");

    @TempDir
    private Path temporary;

    private Path directory = Path.of("");

    @BeforeAll
    static void layOut() {
        topology = SysfsTree.recorded("two-sockets-smt", machine).topology("0-2,4-6");
    }

    @BeforeEach
    void choose() {
        directory = temporary.resolve("locks");
    }

    private CpuReservationBuilder builder() {
        return new CpuReservationBuilder(() -> Optional.of(new FakeKernel("0-2,4-6", "0-7").calls()))
                .directory(directory)
                .topology(topology)
                .name("test");
    }

    @Test
    void shouldReserveCpusOnlyOnceInOneProcess() {
        assertThat(builder().reserve().cpus()).hasToString("7");
        assertThat(builder().reserve().cpus()).hasToString("3");
        assertThat(builder().cpus(6).reserve().cpus()).hasToString("0-2,4-6");
        assertThat(builder().tryReserve()).isEmpty();
    }

    @Test
    void shouldReserveTheHyperThreadsOfACore() {
        assertThat(builder().cores(1).reserve().cpus()).hasToString("3,7");
        assertThat(builder().among(CpuSet.of(3, 7)).tryReserve()).isEmpty();
    }

    @Test
    void shouldReserveNearAnEarlierReservation() {
        CpuReservation matcher = builder().among(CpuSet.of(0, 4)).cores(1).reserve();
        var logger = builder().relativeTo(matcher.cpus(), SAME_LAST_LEVEL_CACHE, ANY);
        assertThat(logger.reserve().cpus()).hasToString("5");
        assertThat(logger.reserve().cpus()).hasToString("1");
        assertThat(logger.reserve().cpus()).as("no CPU is left at this cache").hasToString("7");
    }

    @Test
    void shouldGiveCpusBackOnCloseAndOnlyOnce() {
        CpuReservation first = builder().cpus(8).reserve();
        first.close();
        CpuReservation second = builder().cpus(8).reserve();
        first.close();
        assertThat(builder().tryReserve()).isEmpty();
        assertThat(second).hasToString("CPUs 0-7 for \"test\"");
        assertThat(first).hasToString("CPUs 0-7 for \"test\", closed");
    }

    @Test
    void shouldTakeNothingIfItCanNotHaveAll() {
        CpuReservation first = builder().cpus(5).reserve();
        assertThat(builder().cpus(4).tryReserve()).isEmpty();
        assertThat(builder().cpus(3).reserve().cpus().intersect(first.cpus())).isEqualTo(CpuSet.of());
    }

    @Test
    void shouldSayWhoHoldsWhatWhenNothingIsFree() {
        CpuReservation _ = builder().cores(1).name("matcher").reserve();
        assertThatThrownBy(() -> builder().cpus(7).reserve())
                .isInstanceOf(NoFreeCpuException.class)
                .hasMessageStartingWith(
                        "can't reserve 7 CPUs of 0-7, [ANY]; taken: CPUs 3,7 for \"matcher\" by process " + PID + " (")
                .hasMessageContaining(") since 2");
        assertThatThrownBy(() -> builder().directory(temporary).cpus(9).reserve())
                .isInstanceOf(NoFreeCpuException.class)
                .hasMessage("can't reserve 9 CPUs of 0-7, [ANY]; taken: nothing");
    }

    @Test
    void shouldTellTheHolders() {
        Instant before = Instant.now();
        CpuReservation matcher = builder().name("matcher").cores(1).reserve();
        CpuReservation _ = builder().name("logger").reserve();
        var holders = CpuReservation.holders(directory);
        assertThat(holders).extracting(CpuHolder::name).containsExactly("matcher", "logger");
        assertThat(holders).extracting(holder -> holder.cpus().toString()).containsExactly("3,7", "6");
        assertThat(holders).allMatch(holder -> holder.pid().orElse(0) == PID);
        assertThat(holders).allMatch(holder -> !holder.command().isEmpty());
        assertThat(holders.getFirst().since().orElseThrow()).isBetween(before, Instant.now());
        matcher.close();
        assertThat(CpuReservation.holders(directory))
                .extracting(CpuHolder::name)
                .containsExactly("logger");
    }

    @Test
    void shouldBeNamedAfterTheThread() throws Exception {
        CpuReservation reservation = FreshThread.call(
                Thread.ofPlatform().name("the matcher"),
                () -> CpuReservation.builder().directory(directory).reserve());
        assertThat(reservation.name()).isEqualTo("the matcher");
        assertThat(CpuReservation.holders(directory))
                .extracting(CpuHolder::name)
                .containsExactly("the matcher");
    }

    @Test
    void shouldCountReservationsApartInAnotherDirectory() {
        CpuReservation _ = builder().cpus(8).reserve();
        assertThat(builder().directory(temporary).cpus(8).reserve().cpus()).hasToString("0-7");
    }

    @Test
    void shouldKnowADirectoryByAnotherName() throws Exception {
        CpuReservation _ = builder().cpus(8).reserve();
        Path link = Files.createSymbolicLink(temporary.resolve("link"), directory);
        assertThat(builder().directory(link).tryReserve()).isEmpty();
    }

    @Test
    void shouldSayThatTheDirectoryCanNotBeUsed() throws Exception {
        Path file = Files.createFile(temporary.resolve("file"));
        assertThatThrownBy(() -> builder().directory(file.resolve("below")).tryReserve())
                .isInstanceOf(ReservationUnavailableException.class)
                .hasMessageContaining("CPUs can't be reserved by locks in " + file.resolve("below"));
        Files.createDirectories(directory.resolve("ropewalk-cpus.lock"));
        assertThatThrownBy(() -> builder().reserve())
                .isInstanceOf(ReservationUnavailableException.class)
                .hasMessageContaining(directory.resolve("ropewalk-cpus.lock").toString());
    }

    @Test
    void shouldSayThatTheDirectoryCanNotBeWritten() throws Exception {
        Files.createDirectories(directory);
        assumeThat(directory.toFile().setWritable(false) && !Files.isWritable(directory))
                .as("root writes everywhere")
                .isTrue();
        assertThatThrownBy(() -> builder().reserve())
                .isInstanceOf(ReservationUnavailableException.class)
                .hasMessageContaining(directory.resolve("ropewalk-cpus.lock").toString());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldSayThatAFileSystemTakesNoFiles() {
        assertThatThrownBy(() -> builder().directory(Path.of("/proc")).reserve())
                .isInstanceOf(ReservationUnavailableException.class)
                .hasMessageContaining("/proc/ropewalk-cpus.lock");
    }

    @Test
    void shouldCreateNothingToTellTheHolders() {
        assertThat(CpuReservation.holders(directory)).isEmpty();
        assertThat(directory).doesNotExist();
    }

    @Test
    void shouldNotFollowALinkInPlaceOfTheLockFile() throws Exception {
        Path elsewhere = Files.createFile(temporary.resolve("elsewhere"));
        Files.createDirectories(directory);
        Files.createSymbolicLink(directory.resolve("ropewalk-cpus.lock"), elsewhere);
        assertThatThrownBy(() -> builder().reserve()).isInstanceOf(ReservationUnavailableException.class);
    }

    @Test
    void shouldRefuseWhatMakesNoSense() {
        assertThatThrownBy(() -> builder().cpus(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("can't reserve 0 CPUs, only one or more");
        assertThatThrownBy(() -> builder().cores(-1)).hasMessage("can't reserve -1 cores, only one or more");
        assertThatThrownBy(() -> builder().relativeTo(CpuSet.of(), ANY))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no place relative to an empty set of CPUs");
        assertThatThrownBy(() -> builder().relativeTo(CpuSet.of(99), ANY).tryReserve())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("CPU 99 isn't one of the online CPUs 0-7");
        assertThat(CpuReservation.holders(directory)).isEmpty();
    }

    @Test
    void shouldReserveAnewInAFileThatReplacedADeletedOne() throws Exception {
        CpuReservation old = builder().cores(1).reserve();
        Files.delete(directory.resolve("ropewalk-cpus.lock"));
        CpuReservation fresh = builder().cpus(6).reserve();
        assertThat(fresh.cpus()).as("what the old one holds stays taken").hasToString("0-2,4-6");
        assertThat(builder().tryReserve()).isEmpty();
        old.close();
        assertThat(builder().cores(1).reserve().cpus()).hasToString("3,7");
    }

    @Test
    void shouldKeepAReservationWhoseFileWasAwayForATime() throws Exception {
        Path file = directory.resolve("ropewalk-cpus.lock");
        CpuReservation first = builder().reserve();
        Files.move(file, directory.resolve("away"));
        CpuReservation second = builder().reserve();
        Files.move(directory.resolve("away"), file, StandardCopyOption.REPLACE_EXISTING);
        CpuReservation third = builder().cpus(6).reserve();
        assertThat(first.cpus().union(second.cpus()).union(third.cpus())).hasToString("0-7");
        assertThat(builder().tryReserve()).isEmpty();
    }

    @Test
    void shouldNotTakeACpuForReservedWhileAnotherLooksAtIt() throws Exception {
        builder().reserve().close();
        try (var other = FileChannel.open(directory.resolve("ropewalk-cpus.lock"), StandardOpenOption.WRITE)) {
            FileLock gate = other.lock(CpuSet.MAX_CPU + 1L, 1, false);
            FileLock look = other.lock(7, 1, false);
            var reservation = new FutureTask<>(builder()::reserve);
            long start = System.nanoTime();
            Thread waiting = Thread.ofPlatform().daemon().start(reservation);
            while (waiting.getState() != Thread.State.TIMED_WAITING && waiting.isAlive()) {
                Thread.onSpinWait();
            }
            look.release();
            gate.release();
            boolean waitedAllTheTime = System.nanoTime() - start < CpuLocks.GATE_WAIT_NANOS;
            // A thread that has lost patience with this thread may take 7 for reserved.
            assertThat(reservation.get(30, TimeUnit.SECONDS).cpus().toString())
                    .isIn(waitedAllTheTime ? List.of("7") : List.of("7", "3"));
        }
    }

    @Test
    void shouldGoOnWithoutTheGateIfSomebodyKeepsIt() throws Exception {
        builder().reserve().close();
        try (var other = FileChannel.open(directory.resolve("ropewalk-cpus.lock"), StandardOpenOption.WRITE);
                var gate = other.lock(CpuSet.MAX_CPU + 1L, 1, false)) {
            assertThat(gate.isValid()).isTrue();
            assertThat(builder().reserve().cpus()).hasToString("7");
        }
    }

    @Test
    void shouldNeverHaveTwoHoldersWhenThreadsRace() {
        var holders = new AtomicIntegerArray(8);
        CompletableFuture<?>[] racers = IntStream.range(0, 4)
                .mapToObj(racer -> CompletableFuture.runAsync(
                        () -> race(racer, holders),
                        task -> Thread.ofPlatform().daemon().start(task)))
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(racers).join();
        assertThat(CpuReservation.holders(directory)).isEmpty();
    }

    private void race(int racer, AtomicIntegerArray holders) {
        CpuReservationBuilder builder = builder().name("racer " + racer);
        for (int round = 0; round < 200; round++) {
            builder.cpus(1 + (racer + round) % 4).tryReserve().ifPresent(reservation -> {
                reservation.cpus().stream()
                        .forEach(cpu -> assertThat(holders.incrementAndGet(cpu))
                                .as("holders of CPU %d", cpu)
                                .isEqualTo(1));
                reservation.cpus().stream().forEach(holders::decrementAndGet);
                reservation.close();
            });
        }
    }

    @Test
    void shouldRefuseToPinToCpusThatWereGivenBack() {
        CpuReservation reservation = builder().reserve();
        reservation.close();
        assertThatThrownBy(reservation::pin)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the reservation of the CPUs 7 for \"test\" is closed");
    }
}
