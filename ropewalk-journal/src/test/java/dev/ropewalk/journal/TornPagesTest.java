package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever pages a crash of the machine leaves old or new: after recovery the journal is a prefix of what was appended,
 * with all that was durable, whole batches only, and nothing of the cut tail ever comes back.
 */
class TornPagesTest {
    private static final int SECTOR = 512;
    private static final int PAGE = 4096;

    /** What is broken on purpose. */
    private enum Twin {
        NONE,
        WATERMARK_BEFORE_FORCE,
        TAIL_NOT_CLEARED,
        BATCH_NOT_MARKED
    }

    @Test
    void shouldRecoverFromEverySubsetOfPagesOfAFewRecords() {
        for (int script = 0; script < 40; script++) {
            var random = new Random(script);
            var disk = new SimulatedDisk(PAGE, SECTOR);
            var writer = new SimulatedWriter(disk);
            write(writer, random, random.nextInt(6), Twin.NONE);
            writer.flush();
            write(writer, random, 2, Twin.NONE);
            long images = disk.images(3000);
            for (long image = 0; image < images; image++) {
                check(writer, disk.image(image), new Random(image), Twin.NONE, "script " + script + ", image " + image);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {SECTOR, PAGE})
    void shouldRecoverFromRandomPagesOfManyRecords(int pageBytes) {
        run(pageBytes, Twin.NONE, 60);
    }

    @Test
    void shouldRecoverWhenRecoveryCrashesToo() {
        for (int seed = 0; seed < 400; seed++) {
            var random = new Random(seed);
            var disk = new SimulatedDisk(PAGE, SECTOR);
            var writer = new SimulatedWriter(disk);
            write(writer, random, 15, Twin.NONE);
            writer.flush();
            write(writer, random, 15, Twin.NONE);
            SimulatedDisk image = disk.image(random);
            image.stopBeforeForce(random.nextInt(3));
            try {
                recover(image);
            } catch (SimulatedDisk.MachineStopped e) {
                // That's what the test is about.
            }
            check(writer, image.image(random), random, Twin.NONE, "seed " + seed);
        }
    }

    @Test
    void shouldCatchAWatermarkThatIsRaisedBeforeTheForce() {
        assertThatThrownBy(() -> run(SECTOR, Twin.WATERMARK_BEFORE_FORCE, 60))
                .isInstanceOf(JournalCorruptException.class);
    }

    @Test
    void shouldCatchARecoveryThatDoesNotClearWhatFollowsTheCut() {
        assertThatThrownBy(() -> run(SECTOR, Twin.TAIL_NOT_CLEARED, 60)).isInstanceOf(AssertionError.class);
    }

    @Test
    void shouldCatchBatchesThatDoNotTellWhereTheyEnd() {
        assertThatThrownBy(() -> run(SECTOR, Twin.BATCH_NOT_MARKED, 60))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("batch");
    }

    private static void run(int pageBytes, Twin twin, int scripts) {
        for (int script = 0; script < scripts; script++) {
            var random = new Random(script);
            var disk = new SimulatedDisk(2 * PAGE, pageBytes);
            var writer = new SimulatedWriter(disk);
            for (int round = 0; round < 4; round++) {
                write(writer, random, 10, twin);
                if (round < 3) {
                    disk.stopBeforeForce(twin == Twin.WATERMARK_BEFORE_FORCE && round == 2 ? 0 : Integer.MAX_VALUE);
                    try {
                        writer.flush(twin == Twin.WATERMARK_BEFORE_FORCE);
                    } catch (SimulatedDisk.MachineStopped e) {
                        break;
                    }
                }
            }
            for (int image = 0; image < 40; image++) {
                check(writer, disk.image(random), random, twin, "script " + script + ", image " + image);
            }
        }
    }

    private static void write(SimulatedWriter writer, Random random, int times, Twin twin) {
        for (int i = 0; i < times; i++) {
            switch (random.nextInt(8)) {
                case 0 -> writer.appendVoid(random.nextInt(100));
                case 1, 2 -> {
                    List<byte[]> batch = new ArrayList<>();
                    for (int n = 2 + random.nextInt(4); n > 0; n--) {
                        batch.add(payload(random, random.nextInt(300)));
                    }
                    writer.appendBatch(batch, twin != Twin.BATCH_NOT_MARKED);
                }
                // Equal sizes are what lets an old record fit where another one ended.
                case 3, 4, 5 -> writer.append(payload(random, 48));
                default -> writer.append(payload(random, random.nextInt(1200)));
            }
        }
    }

    private static byte[] payload(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static RecoveryReport recover(SimulatedDisk disk) {
        return new Recovery(disk, disk.watermark, Recovery.Since.MACHINE_STOPPED).run();
    }

    private static void check(SimulatedWriter writer, SimulatedDisk disk, Random random, Twin twin, String what) {
        SimulatedDisk before = disk.image(0);
        RecoveryReport report = recover(disk);
        if (twin == Twin.TAIL_NOT_CLEARED) {
            report.cut().ifPresent(cut -> putBack(before, disk, cut));
        } else {
            VerificationReport verified = new Verifier(disk).run();
            assertThat(verified.damage()).as(what).isEmpty();
            assertThat(verified.openClaims()).as(what).isZero();
        }
        List<byte[]> recovered = read(disk);
        assertPrefix(writer, recovered, what);

        // A second life: what is appended behind the cut must be all that follows.
        byte[] fresh = payload(random, 48);
        List<byte[]> expected = new ArrayList<>(recovered);
        Tip tip = tip(disk);
        for (int i = 0; i < 3 && tip.append(fresh); i++) {
            expected.add(fresh);
        }
        assertThat(read(disk)).as(what).usingRecursiveComparison().isEqualTo(expected);
    }

    private static void putBack(SimulatedDisk before, SimulatedDisk disk, CutTail cut) {
        Segment old = before.get(cut.segment());
        disk.get(cut.segment()).memory.asSlice(cut.offset()).copyFrom(old.memory.asSlice(cut.offset()));
        // The torn record itself is overwritten in the next life; only what follows stays.
        disk.get(cut.segment())
                .memory
                .asSlice(cut.offset(), RecordLayout.HEADER_BYTES)
                .fill((byte) 0);
    }

    private static void assertPrefix(SimulatedWriter writer, List<byte[]> recovered, String what) {
        assertThat(recovered.size()).as(what).isBetween(writer.durable, writer.appended.size());
        for (int i = 0; i < recovered.size(); i++) {
            assertThat(recovered.get(i)).as("record " + i + ", " + what).isEqualTo(writer.appended.get(i));
        }
        if (!recovered.isEmpty()) {
            assertThat(writer.following.get(recovered.size() - 1))
                    .as("records of the last batch that are missing, " + what)
                    .isZero();
        }
    }

    private static List<byte[]> read(SimulatedDisk disk) {
        List<byte[]> read = new ArrayList<>();
        RecordCursor cursor = new RecordCursor(disk.get(0), 0);
        while (true) {
            switch (cursor.look()) {
                case RECORD -> {
                    assertThat(cursor.index()).isEqualTo(read.size());
                    read.add(cursor.segment
                            .memory
                            .asSlice(cursor.offset + RecordLayout.PAYLOAD, cursor.length())
                            .toArray(ValueLayout.JAVA_BYTE));
                    cursor.pass();
                }
                case VOID -> {
                    read.addAll(Arrays.asList(new byte[RecordLayout.count(cursor.claim())][]));
                    for (int i = 1; i <= RecordLayout.count(cursor.claim()); i++) {
                        read.set(read.size() - i, null);
                    }
                    cursor.pass();
                }
                case END -> {
                    Segment next = disk.get(cursor.segment.number + 1);
                    if (next == null) {
                        return read;
                    }
                    cursor.enter(next, cursor.index());
                }
                default -> {
                    return read;
                }
            }
        }
    }

    private static Tip tip(SimulatedDisk disk) {
        RecordCursor cursor = new RecordCursor(disk.get(0), 0);
        while (true) {
            switch (cursor.look()) {
                case RECORD, VOID -> cursor.pass();
                case END -> {
                    Segment next = disk.get(cursor.segment.number + 1);
                    if (next == null) {
                        return new Tip(disk.make((int) cursor.segment.number + 1), SegmentLayout.HEADER_BYTES, 0);
                    }
                    cursor.enter(next, cursor.index());
                }
                default -> {
                    return new Tip(cursor.segment, cursor.offset, cursor.number);
                }
            }
        }
    }

    /** The tail in the life after a recovery. */
    private static final class Tip {
        private final Segment segment;
        private long offset;
        private int number;

        Tip(Segment segment, long offset, int number) {
            this.segment = segment;
            this.offset = offset;
            this.number = number;
        }

        boolean append(byte[] payload) {
            int size = RecordLayout.size(payload.length);
            if (offset + size + RecordLayout.HEADER_BYTES > segment.bytes) {
                return false;
            }
            long claim = RecordLayout.claim(RecordLayout.DATA, 2, 1, payload.length);
            assertThat(segment.claim(offset, claim)).isZero();
            segment.memory
                    .asSlice(offset + RecordLayout.PAYLOAD, payload.length)
                    .copyFrom(java.lang.foreign.MemorySegment.ofArray(payload));
            number++;
            int state = new Checksum().state(payload, 0, payload.length);
            segment.commit(offset, RecordLayout.commit(number, Checksum.ofRecord(state, number, claim)));
            offset += size;
            return true;
        }
    }
}
