package dev.ropewalk.journal.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.CutTail;
import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.RecoveryReport;
import dev.ropewalk.journal.SimulatedWriter;
import dev.ropewalk.journal.VerificationReport;
import dev.ropewalk.journal.files.Interruption;
import dev.ropewalk.journal.files.SimulatedDisk;
import dev.ropewalk.journal.format.Format;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.testing.Sample;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever pages a crash of the machine leaves old or new: after recovery the journal is a prefix of what was appended,
 * with all that was durable, whole batches only, and nothing of the cut tail ever comes back.
 */
class TornPagesTest {
    private static final int SECTOR = 512;
    private static final int PAGE = 4096;
    private static final byte[] INVALID = "void".getBytes(StandardCharsets.UTF_8);

    /** What is broken on purpose. */
    private enum Twin {
        NONE,
        WATERMARK_BEFORE_FORCE,
        TAIL_NOT_CLEARED,
        BATCH_NOT_MARKED
    }

    @ParameterizedTest
    @ValueSource(ints = {Format.RUNS, Format.FRAMES})
    void shouldRecoverFromEverySubsetOfPagesOfAFewRecords(int format) {
        for (int script = 0; script < Sample.of(4, 12); script++) {
            var random = new Random(script);
            var disk = new SimulatedDisk(PAGE, SECTOR, format);
            var writer = new SimulatedWriter(disk);
            write(writer, random, random.nextInt(6), Twin.NONE);
            writer.flush();
            write(writer, random, 2, Twin.NONE);
            long images = disk.images(1500);
            for (long image = 0; image < images; image++) {
                check(writer, disk.image(image), new Random(image), Twin.NONE, "script " + script + ", image " + image);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        SECTOR + "," + Format.RUNS,
        PAGE + "," + Format.RUNS,
        SECTOR + "," + Format.FRAMES,
        PAGE + "," + Format.FRAMES
    })
    void shouldRecoverFromRandomPagesOfManyRecords(int pageBytes, int format) {
        run(pageBytes, format, Twin.NONE, Sample.of(12, 40));
    }

    @ParameterizedTest
    @ValueSource(ints = {Format.RUNS, Format.FRAMES})
    void shouldRecoverWhenRecoveryCrashesToo(int format) {
        for (int seed = 0; seed < Sample.of(50, 150); seed++) {
            var random = new Random(seed);
            var disk = new SimulatedDisk(PAGE, SECTOR, format);
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
    void shouldMeetInvalidClaimsWithACommitWhosePayloadIsLost() {
        // Else the others don't show that such a claim is invalid, and no damage, also where it is durable.
        int met = 0;
        for (int script = 0; script < 40; script++) {
            var random = new Random(script);
            var disk = new SimulatedDisk(2 * PAGE, SECTOR);
            var writer = new SimulatedWriter(disk);
            write(writer, random, 10, Twin.NONE);
            writer.flush();
            writer.wakeUp();
            SimulatedDisk image = disk.image(random);
            met += SimulatedWriter.lateCommitsWithoutPayload(image);
            check(writer, image, random, Twin.NONE, "script " + script);
        }
        assertThat(met).isPositive();
    }

    @Test
    void shouldCatchAWatermarkThatIsRaisedBeforeTheForce() {
        assertThatThrownBy(() -> run(SECTOR, Format.RUNS, Twin.WATERMARK_BEFORE_FORCE, 60))
                .isInstanceOf(JournalCorruptException.class);
    }

    @Test
    void shouldCatchARecoveryThatDoesNotClearWhatFollowsTheCut() {
        assertThatThrownBy(() -> run(SECTOR, Format.RUNS, Twin.TAIL_NOT_CLEARED, 60))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void shouldCatchBatchesThatDoNotTellWhereTheyEnd() {
        assertThatThrownBy(() -> run(SECTOR, Format.RUNS, Twin.BATCH_NOT_MARKED, 60))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("batch");
    }

    private static void run(int pageBytes, int format, Twin twin, int scripts) {
        for (int script = 0; script < scripts; script++) {
            var random = new Random(script);
            var disk = new SimulatedDisk(2 * PAGE, pageBytes, format);
            var writer = new SimulatedWriter(disk);
            for (int round = 0; round < 4; round++) {
                write(writer, random, 10, twin);
                if (round < 3) {
                    disk.stopBeforeForce(twin == Twin.WATERMARK_BEFORE_FORCE && round == 2 ? 0 : Integer.MAX_VALUE);
                    try {
                        if (round == 1) {
                            writer.wakeUp();
                        }
                        writer.flush(twin == Twin.WATERMARK_BEFORE_FORCE);
                    } catch (SimulatedDisk.MachineStopped e) {
                        break;
                    }
                }
            }
            writer.wakeUp();
            for (int image = 0; image < 25; image++) {
                check(writer, disk.image(random), random, twin, "script " + script + ", image " + image);
            }
        }
    }

    private static void write(SimulatedWriter writer, Random random, int times, Twin twin) {
        for (int i = 0; i < times; i++) {
            switch (random.nextInt(8)) {
                case 0 -> writer.appendVoid(payload(random, random.nextInt(4) == 0 ? 1200 : random.nextInt(100)));
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
        return new Recovery(disk, disk.watermark(), Interruption.MACHINE_STOPPED).run();
    }

    private static void check(SimulatedWriter writer, SimulatedDisk disk, Random random, Twin twin, String what) {
        SimulatedDisk before = disk.copy();
        RecoveryReport report = recover(disk);
        if (twin == Twin.TAIL_NOT_CLEARED) {
            report.cut().ifPresent(cut -> putBack(before, disk, cut));
        } else {
            VerificationReport verified = new Verifier(disk, disk.watermark().position()).run();
            assertThat(verified).as(what).matches(VerificationReport::isIntact);
            assertThat(verified.openClaims()).as(what).isZero();
        }
        List<Optional<byte[]>> recovered = SimulatedWriter.read(disk);
        assertPrefix(writer, recovered, what);

        // A second life: what is appended behind the cut must be all that follows.
        byte[] fresh = payload(random, 48);
        var second = new SimulatedWriter(disk);
        for (int i = 0; i < 3; i++) {
            second.append(fresh);
        }
        assertSame(SimulatedWriter.read(disk), second.appended, what);
    }

    private static void assertSame(List<Optional<byte[]>> actual, List<Optional<byte[]>> expected, String what) {
        assertThat(actual).as(what).hasSameSizeAs(expected);
        for (int i = 0; i < actual.size(); i++) {
            assertThat(actual.get(i).orElse(INVALID))
                    .as("record " + i + ", " + what)
                    .isEqualTo(expected.get(i).orElse(INVALID));
        }
    }

    private static void putBack(SimulatedDisk before, SimulatedDisk disk, CutTail cut) {
        // The torn record's claim is gone in any case: its place is free for the next one.
        long from = cut.offset() + RecordLayout.HEADER_BYTES;
        disk.segment(cut.segment())
                .memory
                .asSlice(from)
                .copyFrom(before.segment(cut.segment()).memory.asSlice(from));
    }

    private static void assertPrefix(SimulatedWriter writer, List<Optional<byte[]>> recovered, String what) {
        assertThat(recovered.size()).as(what).isBetween(writer.durable, writer.appended.size());
        assertSame(recovered, writer.appended.subList(0, recovered.size()), what);
        if (!recovered.isEmpty()) {
            assertThat(writer.following.get(recovered.size() - 1))
                    .as("records of the last batch that are missing, " + what)
                    .isZero();
        }
    }
}
