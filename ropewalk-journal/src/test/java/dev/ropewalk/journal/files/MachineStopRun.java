package dev.ropewalk.journal.files;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Batch;
import dev.ropewalk.journal.ClaimInvalidatedException;
import dev.ropewalk.journal.CrashPlan;
import dev.ropewalk.journal.Durability;
import dev.ropewalk.journal.ForcedDisk;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalException;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.RecordClaim;
import dev.ropewalk.journal.Retention;
import dev.ropewalk.journal.Tailer;
import dev.ropewalk.journal.VerificationReport;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.Format;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * One journal whose machine stops: several threads append, read by named cursors and delete, until the machine stops at some
 * moment. It is opened again, maybe with another stop in the recovery, is used on, and the machine stops once more.
 *
 * <p>Is loaded by {@code ForcedClasses}, and so told by types of the JDK what to do: folder and seed.
 */
public final class MachineStopRun implements BiFunction<Path, Long, List<String>> {
    private static final int WRITERS = 3;
    private static final int MAX_RECORDS = 400;
    private static final long LOOK_NANOS = 50_000;
    private static final UUID OTHER_BOOT = new UUID(4711, 42);
    private static final UUID THIRD_BOOT = new UUID(4711, 43);

    private final List<String> wrong = new ArrayList<>();
    private CrashPlan plan = new CrashPlan(0);
    private SplittableRandom random = new SplittableRandom(0);
    private int lives;
    // Those that append one record, whatever the plan says.
    private final Set<Integer> single = new HashSet<>();

    // What is known of records by life and sequence: the index that was told, and whether it must have survived.
    private ConcurrentMap<Long, Long> acknowledged = new ConcurrentHashMap<>();
    private ConcurrentMap<Long, Long> durable = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, AtomicLong> committed = new ConcurrentHashMap<>();

    /** For {@code ForcedClasses}. */
    public MachineStopRun() {}

    @Override
    public List<String> apply(Path folder, Long seed) {
        plan = new CrashPlan(seed);
        random = new SplittableRandom(seed);
        try {
            run(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return wrong;
    }

    private void run(Path folder) throws IOException, InterruptedException {
        Path first = Files.createDirectories(folder.resolve("first"));
        Map<String, byte[]> left = live(first);
        Path second = restore(folder.resolve("second"), left);
        if (random.nextInt(3) == 0) {
            Map<String, byte[]> again = stopInRecovery(second);
            second = again == null ? second : restore(folder.resolve("third"), again);
        }
        if (check(second)) {
            Map<String, byte[]> last = live(second);
            check(restore(folder.resolve("last"), last));
        }
    }

    /** Writes what a stop has left, on a machine that has been started again. */
    private static Path restore(Path folder, Map<String, byte[]> files) throws IOException {
        Files.createDirectories(folder.resolve("journal"));
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(Objects.requireNonNull(path.getParent()));
            byte[] content = file.getValue();
            if (path.endsWith(ControlLayout.FILE) && content.length == ControlLayout.FILE_BYTES) {
                try (ControlFile control = ControlFile.inMemory(path, content)) {
                    // What is there isn't known if the machine has stopped while it was written.
                    if (control.boot().since(THIRD_BOOT) == Interruption.MACHINE_STOPPED) {
                        control.boot().set(OTHER_BOOT);
                    }
                    content = control.content();
                }
            }
            Files.write(path, content);
        }
        return folder;
    }

    private JournalOptions options() {
        JournalOptions options = JournalOptions.defaults()
                .segmentBytes(8192)
                .claimTimeout(Duration.ofMillis(200))
                .format(1 + random.nextInt(Format.NEWEST));
        options = switch (random.nextInt(4)) {
            case 0 -> options.durability(Durability.each());
            case 1 -> options.durability(Durability.group(2000));
            case 2 -> options.durability(Durability.group(Duration.ofMillis(2)));
            default -> options;
        };
        return switch (random.nextInt(3)) {
            case 0 -> options.retention(Retention.keepAll().consumedOnly(true));
            case 1 -> options.retention(Retention.keepAll().maxBytes(3 * 8192).consumedOnly(true));
            default -> options;
        };
    }

    /** Works in a journal until the machine stops, and returns what is left of its files. */
    private Map<String, byte[]> live(Path folder) throws IOException, InterruptedException {
        var disk = new ForcedDisk(folder);
        disk.insert();
        int total = random.nextInt(1, MAX_RECORDS);
        JournalOptions options = options();
        boolean each = options.durability().equals(Durability.each());
        var done = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        Map<String, byte[]> left;
        Map<Long, Long> sure;
        Map<Long, Long> told;
        try (Journal journal = Journal.open(folder.resolve("journal"), options)) {
            for (int i = 0; i < WRITERS; i++) {
                int life = lives++;
                threads.add(Thread.ofPlatform().start(() -> write(journal, life, done, total, each)));
            }
            for (String name : List.of("a", "b")) {
                threads.add(Thread.ofPlatform().start(() -> read(journal, name, done, total)));
            }
            int stopAt = random.nextInt(total);
            while (done.get() < stopAt) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
            sure = Map.copyOf(durable);
            told = Map.copyOf(acknowledged);
            left = disk.stop(random);
            done.addAndGet(total);
            for (Thread thread : threads) {
                thread.join();
            }
        }
        // What is told after the stop doesn't count, and goes to the old ones.
        durable = new ConcurrentHashMap<>(sure);
        acknowledged = new ConcurrentHashMap<>(told);
        return left;
    }

    private void write(Journal journal, int life, AtomicInteger done, int total, boolean each) {
        byte[] bytes = new byte[CrashPlan.MAX_LENGTH];
        ConcurrentMap<Long, Long> told = acknowledged;
        ConcurrentMap<Long, Long> sure = durable;
        try (Appender appender = journal.appender()) {
            for (int sequence = 0; done.get() < total; ) {
                Map<Long, Long> mine = new HashMap<>();
                int records = 1;
                switch (plan.form(life, sequence)) {
                    case CrashPlan.ABORT ->
                        appender.claim(plan.length(life, sequence)).abort();
                    case CrashPlan.CLAIM -> {
                        int length = plan.write(bytes, life, sequence);
                        RecordClaim claim = appender.claim(length);
                        MemorySegment.copy(bytes, 0, claim.memory(), ValueLayout.JAVA_BYTE, claim.offset(), length);
                        mine.put(key(life, sequence), claim.commit());
                    }
                    case CrashPlan.BATCH -> {
                        records = plan.batch(life, sequence);
                        Batch batch = appender.batch();
                        for (int i = 0; i < records; i++) {
                            batch.add(bytes, 0, plan.write(bytes, life, sequence + i));
                        }
                        long first = batch.commit();
                        for (int i = 0; i < records; i++) {
                            mine.put(key(life, sequence + i), first + i);
                        }
                    }
                    case CrashPlan.ASYNC -> {
                        int length = plan.write(bytes, life, sequence);
                        long at = key(life, sequence);
                        var _ = appender.appendAsync(Arrays.copyOf(bytes, length))
                                .thenAccept(index -> {
                                    told.put(at, index);
                                    sure.put(at, index);
                                });
                    }
                    default ->
                        mine.put(key(life, sequence), appender.append(bytes, 0, plan.write(bytes, life, sequence)));
                }
                told.putAll(mine);
                if (each) {
                    sure.putAll(mine);
                } else if (sequence % 37 == 36) {
                    Map<Long, Long> before = Map.copyOf(told);
                    journal.force();
                    sure.putAll(before);
                }
                sequence += records;
                done.incrementAndGet();
            }
        } catch (ClaimInvalidatedException e) {
            done.addAndGet(total);
        } catch (RuntimeException | Error e) {
            done.addAndGet(total);
            synchronized (wrong) {
                wrong.add("a writer fails: " + e);
            }
        }
    }

    private static long key(int life, int sequence) {
        return (long) life << Integer.SIZE | sequence;
    }

    private void read(Journal journal, String name, AtomicInteger done, int total) {
        try (Tailer tailer = journal.tailer(name)) {
            AtomicLong most = committed.computeIfAbsent(name, _ -> new AtomicLong());
            while (done.get() < total) {
                tailer.poll((memory, offset, length, index) -> {}, 16);
                most.set(Math.max(most.get(), tailer.index()));
                tailer.commit();
                LockSupport.parkNanos(LOOK_NANOS);
            }
        } catch (RuntimeException | Error e) {
            synchronized (wrong) {
                wrong.add("a reader fails: " + e);
            }
        }
    }

    /** Opens a journal, and returns what is left if the machine stops while it is recovered; null if it doesn't. */
    private @Nullable Map<String, byte[]> stopInRecovery(Path folder) throws IOException {
        var disk = new ForcedDisk(folder);
        disk.insert();
        Map<String, byte[]> left = new TreeMap<>();
        disk.atForce(random.nextInt(6), () -> {
            try {
                left.putAll(disk.stop(random));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        try {
            Journal.open(folder.resolve("journal")).close();
        } catch (JournalException e) {
            // The check meets it again, and tells.
            return null;
        }
        return left.isEmpty() ? null : left;
    }

    private static boolean isStopKnown(Path file) throws IOException {
        byte[] content = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
        if (content.length != ControlLayout.FILE_BYTES) {
            return false;
        }
        try (ControlFile control = ControlFile.inMemory(file, content)) {
            return control.boot().since(KernelBoot.identity()) == Interruption.MACHINE_STOPPED;
        }
    }

    /** Opens what a stop has left, and checks that all is there that must be. Returns whether it could be opened. */
    private boolean check(Path folder) throws IOException {
        new ForcedDisk(folder).insert();
        int before = wrong.size();
        boolean isStopKnown = isStopKnown(folder.resolve("journal").resolve(ControlLayout.FILE));
        Map<Long, Long> there = new HashMap<>();
        long[] next = {0};
        try (Journal journal = Journal.open(folder.resolve("journal"))) {
            long first;
            try (Tailer tailer = journal.tailer()) {
                first = tailer.index();
                next[0] = first;
                while (tailer.poll((memory, offset, length, index) -> see(memory, offset, length, index, there, next))
                        > 0) {
                    Thread.onSpinWait();
                }
                next[0] = tailer.index();
            }
            checkRecords(there, first, isStopKnown);
            checkCursors(journal, first, next[0], there);
            try (Appender appender = journal.appender()) {
                int life = lives++;
                single.add(life);
                byte[] bytes = new byte[CrashPlan.MAX_LENGTH];
                long index = appender.append(bytes, 0, plan.write(bytes, life, 0));
                if (index < next[0]) {
                    wrong.add("index " + index + " is given out again, after " + next[0]);
                }
                journal.force();
                there.put(key(life, 0), index);
            }
        } catch (JournalException | IllegalStateException | IllegalArgumentException e) {
            wrong.add("after a stop of the machine it fails: " + e + " at "
                    + Arrays.asList(e.getStackTrace()).subList(0, Math.min(6, e.getStackTrace().length)));
            return false;
        }
        VerificationReport report = Journal.verify(folder.resolve("journal"));
        if (!report.isIntact()) {
            wrong.add("after recovery there is " + report);
        }
        acknowledged = new ConcurrentHashMap<>(there);
        durable = new ConcurrentHashMap<>(there);
        return wrong.size() == before;
    }

    private void see(MemorySegment memory, long offset, int length, long index, Map<Long, Long> there, long[] next) {
        byte[] found = memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
        byte[] expected = new byte[CrashPlan.MAX_LENGTH];
        int life = CrashPlan.life(found);
        int sequence = CrashPlan.sequence(found);
        int wanted = plan.write(expected, life, sequence);
        if (!Arrays.equals(found, 0, length, expected, 0, wanted)) {
            wrong.add("record " + index + " isn't what was written");
        }
        Long other = there.put(key(life, sequence), index);
        if (other != null) {
            wrong.add("record " + sequence + " of life " + life + " is there at " + other + " and at " + index);
        }
        Long told = acknowledged.get(key(life, sequence));
        if (told != null && told != index) {
            wrong.add("record " + index + " was acknowledged as " + told);
        }
        next[0] = index + 1;
    }

    private void checkRecords(Map<Long, Long> there, long first, boolean isStopKnown) {
        durable.forEach((key, index) -> {
            if (index >= first && !there.containsKey(key)) {
                wrong.add("the durable record " + index + " is missing of those from " + first + " to "
                        + there.values().stream().mapToLong(at -> at).max().orElse(-1));
            }
        });
        long last = there.values().stream().mapToLong(index -> index).max().orElse(-1);
        acknowledged.forEach((key, index) -> {
            // A recovery that doesn't know whether the machine has stopped invalidates claims, and the stop may have
            // left a
            // record as its claim.
            if (isStopKnown && index >= first && index < last && !there.containsKey(key)) {
                wrong.add("record " + index + " is missing before " + last);
            }
        });
        there.forEach((key, index) -> {
            int life = (int) (key >>> Integer.SIZE);
            int sequence = key.intValue();
            if (!single.contains(life)
                    && plan.form(life, sequence) == CrashPlan.BATCH
                    && isStart(there, life, sequence)
                    && !there.containsKey(key(life, sequence + plan.batch(life, sequence) - 1))) {
                wrong.add("of the batch at " + index + " the end is missing");
            }
        });
    }

    /** A batch begins where the one before it doesn't reach: so its sequence is counted from the life's start. */
    private boolean isStart(Map<Long, Long> there, int life, int sequence) {
        int at = 0;
        while (at < sequence) {
            at += plan.form(life, at) == CrashPlan.BATCH ? plan.batch(life, at) : 1;
        }
        return at == sequence && there.containsKey(key(life, sequence));
    }

    /** A cursor that stood before a claim which is invalid by now may resume behind it, but never behind a record. */
    private void checkCursors(Journal journal, long first, long end, Map<Long, Long> there) {
        for (String name : journal.cursors()) {
            try (Tailer tailer = journal.tailer(name)) {
                long index = tailer.index();
                tailer.hasNext();
                long most = committed.getOrDefault(name, new AtomicLong()).get();
                long from = Math.max(most, first);
                long passed = there.values().stream()
                        .filter(at -> at >= from && at < index)
                        .count();
                if (passed > 0 || index > end) {
                    wrong.add("cursor " + name + " stands at " + index + ", was committed at " + most
                            + " at most, the end is " + end + ", and it has passed " + passed + " records");
                }
                committed.put(name, new AtomicLong(index));
            }
        }
    }
}
