package dev.ropewalk.journal.tool;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.RecordClaim;
import dev.ropewalk.journal.Tailer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class JournalToolTest {
    private static final JournalOptions OPTIONS = JournalOptions.defaults().segmentBytes(8192);

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void shouldDumpRecordsAsText() {
        write("first", "second\n", "third");

        assertThat(run("dump", journal())).isZero();
        assertThat(lines())
                .containsExactly(
                        "         0  epoch 1  5 bytes  first",
                        "         1  epoch 1  7 bytes  second\\n",
                        "         2  epoch 1  5 bytes  third");
    }

    @Test
    void shouldDumpAPartOnly() {
        write("a", "b", "c", "d", "e");

        assertThat(run("dump", journal(), "--from", "1", "--to", "3", "--limit", "2"))
                .isZero();
        assertThat(out.toString()).contains("  b\n", "  c\n").doesNotContain("  a\n", "  d\n", "  e\n");
        assertThat(run("dump", journal(), "--from", "3", "--to", "3")).isZero();
        assertThat(lines()).last().asString().endsWith("  d");
        assertThat(run("dump", journal(), "--from", "99")).isZero();
        assertThat(lines()).hasSize(3);
    }

    @Test
    void shouldSayThatAClaimHidesWhatFollows() {
        write("a");
        try (Journal journal = Journal.open(folder.resolve("journal"), OPTIONS);
                Appender claimer = journal.appender();
                Appender appender = journal.appender();
                RecordClaim claim = claimer.claim(10)) {
            appender.append(new byte[] {'b'});
            assertThat(run("dump", journal())).isZero();
            claim.abort();
        }
        assertThat(lines()).hasSize(1);
        assertThat(err.toString()).contains("stopped after record 0: a claim follows that isn't committed");
    }

    @Test
    void shouldRefuseARangeThatCannotBe() {
        write("a");
        assertThat(run("tail", journal(), "-n", "-1")).isEqualTo(2);
        assertThat(err.toString()).contains("--records must be at least 0: -1");
        assertThat(run("dump", journal(), "--limit", "-1")).isEqualTo(2);
        assertThat(run("dump", journal(), "--from", "-1")).isEqualTo(2);
        assertThat(run("dump", journal(), "--from", "5", "--to", "3")).isEqualTo(2);
        assertThat(err.toString()).contains("--limit", "-1", "5, 3");
    }

    @Test
    void shouldDumpInHexadecimal() {
        write("0123456789abcdefg\u0001");

        assertThat(run("dump", journal(), "--format", "hex")).isZero();
        assertThat(lines())
                .containsExactly(
                        "         0  epoch 1  18 bytes",
                        "  000000  30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66  0123456789abcdef",
                        "  000010  67 01                                            g.");
    }

    @Test
    void shouldDumpAsJson() {
        write("say \"hi\"");
        try (Journal journal = Journal.open(folder.resolve("journal"), OPTIONS);
                Appender appender = journal.appender()) {
            appender.append(new byte[] {(byte) 0xff, 0});
        }

        assertThat(run("dump", journal(), "--format", "json")).isZero();
        assertThat(lines())
                .containsExactly(
                        "{\"index\":0,\"epoch\":1,\"segment\":0,\"offset\":192,\"length\":8,\"text\":\"say \\\"hi\\\"\"}",
                        "{\"index\":1,\"epoch\":2,\"segment\":0,\"offset\":216,\"length\":2,\"hex\":\"ff00\"}");
    }

    @Test
    void shouldTellTheLastRecords() {
        write("a", "b", "c");

        assertThat(run("tail", journal(), "-n", "2")).isZero();
        assertThat(lines()).hasSize(2).last().asString().endsWith("  c");
    }

    @Test
    void shouldFollowUntilItIsInterrupted() throws InterruptedException {
        write("before");
        Thread tail = Thread.ofPlatform().start(() -> run("tail", journal(), "--follow"));
        awaitOut("  before");
        write("after");
        awaitOut("  after");
        tail.interrupt();
        tail.join();
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void shouldChangeNothingByLooking() throws IOException {
        write("a", "b", "c");
        Map<Path, String> before = contents();
        for (String command : List.of("info", "dump", "verify", "tail")) {
            assertThat(run(command, journal())).as(command).isZero();
        }
        assertThat(contents()).isEqualTo(before);
    }

    @Test
    void shouldLookIntoAJournalInUse() {
        try (Journal journal = Journal.open(folder.resolve("journal"), OPTIONS);
                Appender appender = journal.appender()) {
            appender.append("in use".getBytes(UTF_8));
            for (String command : List.of("info", "dump", "verify", "tail")) {
                assertThat(run(command, journal())).as(command).isZero();
            }
            appender.append("still in use".getBytes(UTF_8));
        }
        assertThat(run("dump", journal())).isZero();
        assertThat(out.toString()).contains("  still in use");
    }

    @Test
    void shouldTellHowAJournalStands() {
        write("a", "b", "c");

        assertThat(run("info", journal())).isZero();
        assertThat(lines()).anySatisfy(line -> assertThat(line).isEqualTo("records   index 0 to 2"));
        assertThat(out.toString()).contains("segments  1 of 8 KiB, number 0 to 0", "writers   none");
    }

    @Test
    void shouldUpgradeAJournalAndTellItsFormats() {
        Path path = folder.resolve("journal");
        Journal.open(path, OPTIONS.format(1)).close();
        write("a");
        assertThat(run("info", journal())).isZero();
        assertThat(lines()).contains("format    1");

        assertThat(run("upgrade", journal())).isZero();
        assertThat(run("upgrade", journal())).isZero();
        assertThat(out.toString()).contains("upgraded: ", "it has the newest format already");
        out.getBuffer().setLength(0);
        assertThat(run("info", journal())).isZero();
        assertThat(lines()).contains("format    1 from segment 0 on; new segments have 2");

        try (Journal journal = Journal.open(path, OPTIONS);
                Appender appender = journal.appender()) {
            for (int i = 0; i < 3; i++) {
                appender.append(new byte[6000]);
            }
        }
        out.getBuffer().setLength(0);
        assertThat(run("info", journal())).isZero();
        // Segment 1 may have been made ahead.
        assertThat(lines())
                .filteredOn(line -> line.startsWith("format"))
                .singleElement()
                .asString()
                .matches("format    1 from segment 0 on, 2 from segment [12] on; new segments have 2");
    }

    @Test
    void shouldTellWhatTheLastRecoveryDid() throws IOException {
        write("good", "torn", "behind");
        assertThat(run("info", journal())).isZero();
        assertThat(lines()).noneMatch(line -> line.startsWith("recovered"));

        flip(192 + 24 + 16);
        // The boot of the machine isn't known any more, so that it may have stopped.
        flip("journal.ctl", 64, 1);
        write("after");
        assertThat(run("info", journal())).isZero();
        assertThat(lines())
                .filteredOn(line -> line.startsWith("recovered"))
                .singleElement()
                .asString()
                .contains(
                        ", after the machine had stopped: 1 record looked at, 0 claims invalidated, 3.8 KiB cut at segment 0,"
                                + " offset 216: the number or the CRC32C of record 1 isn't right; kept in ",
                        folder.resolve("journal").toString());
    }

    @Test
    void shouldRefuseInOneLineWhatIsNoJournal() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "hello");
        Path empty = Files.createDirectory(folder.resolve("empty"));
        for (Path path : List.of(folder.resolve("nowhere"), file, empty)) {
            for (String command : List.of("info", "dump", "verify", "tail", "repair", "upgrade")) {
                err.getBuffer().setLength(0);
                assertThat(run(command, path.toString())).as(command).isEqualTo(2);
                assertThat(err.toString().lines()).as(command).hasSize(1);
                assertThat(err.toString()).as(command).contains(path.toString());
            }
        }
        assertThat(out.toString()).isEmpty();
        assertThat(empty).isEmptyDirectory();
    }

    @Test
    void shouldTellCorruptionFromATornTail() throws IOException {
        write("durable");
        try (Journal journal = Journal.open(folder.resolve("journal"), OPTIONS)) {
            journal.force();
        }
        write("not yet");
        assertThat(run("verify", journal())).isZero();
        assertThat(lines()).last().isEqualTo("intact");

        flip(216 + 16);
        assertThat(run("verify", journal())).isEqualTo(1);
        assertThat(lines()).anySatisfy(line -> assertThat(line).startsWith("torn tail"));
        assertThat(out.toString()).contains("0000000000.seg, offset 216: the number or the CRC32C of record 1");

        flip(192 + 16);
        assertThat(run("verify", journal())).isEqualTo(1);
        assertThat(lines()).anySatisfy(line -> assertThat(line).startsWith("corruption"));
        assertThat(out.toString()).contains("0000000000.seg, offset 192: the number or the CRC32C of record 0");
    }

    @Test
    void shouldRepairOnlyWhenItIsTold() throws IOException {
        write("good", "bad", "behind");
        flip(192 + 24 + 16);
        Map<Path, String> before = contents();

        assertThat(run("repair", journal())).isEqualTo(1);
        assertThat(out.toString()).contains("--truncate would cut 0000000000.seg at offset 216, behind 1 records");
        assertThat(contents()).isEqualTo(before);

        assertThat(run("repair", journal(), "--truncate")).isZero();
        assertThat(out.toString()).contains("cut at segment 0, offset 216", "kept in ");
        assertThat(run("verify", journal())).isZero();
        out.getBuffer().setLength(0);
        assertThat(run("dump", journal())).isZero();
        assertThat(lines()).singleElement().asString().endsWith("  good");
        assertThat(run("info", journal())).isZero();
        assertThat(out.toString()).contains("cut       ");
        assertThat(lines())
                .filteredOn(line -> line.startsWith("repaired  20"))
                .singleElement()
                .asString()
                .contains("Z: 1 record looked at, 0 claims invalidated, 3.8 KiB cut at segment 0, offset 216: ");
        assertThat(run("repair", journal(), "--truncate")).isZero();
        assertThat(out.toString()).contains("nothing to repair");
    }

    @Test
    void shouldRepairWhatIsTooDamagedToBeOpened() throws IOException {
        write("good", "bad");
        // The kind of the claim, so that not even the next record can be found.
        flip(192 + 24 + 7, 0x40);
        assertThat(run("info", journal())).isEqualTo(2);
        assertThat(err.toString())
                .contains("segment 0 is damaged at offset 216")
                .hasLineCount(1);

        assertThat(run("repair", journal())).isEqualTo(1);
        assertThat(run("repair", journal(), "--truncate")).isZero();
        assertThat(run("dump", journal())).isZero();
        assertThat(lines()).last().asString().endsWith("  good");
    }

    @Test
    void shouldRebuildAControlFileAndSayWhatWasDone() throws IOException {
        write("a", "b", "c");
        Path control = folder.resolve("journal").resolve("journal.ctl");
        byte[] bytes = Files.readAllBytes(control);
        bytes[20] ^= 1;
        Files.write(control, bytes);
        assertThat(run("info", journal())).isEqualTo(2);
        assertThat(err.toString()).contains("journal.ctl", "repair rebuilds it").hasLineCount(1);

        assertThat(run("verify", journal())).isEqualTo(1);
        assertThat(lines())
                .containsExactly(
                        "1 segments, 3 records from index 0, 0 invalidated claims, 0 open claims",
                        "journal.ctl, offset 20: its head isn't as it was written",
                        "no record depends on that: repair mends it without a cut",
                        "ropewalk journal repair " + journal() + " tells what can be done");
        out.getBuffer().setLength(0);
        assertThat(run("repair", journal())).isEqualTo(1);
        assertThat(lines()).last().isEqualTo("--truncate would cut nothing: all 3 records stay");
        assertThat(run("repair", journal(), "--truncate")).isZero();
        assertThat(out.toString())
                .contains("repaired, nothing cut\nkept in " + folder.resolve("journal/cut/journal.ctl"));
        assertThat(run("verify", journal())).isZero();
        assertThat(run("dump", journal())).isZero();
        assertThat(lines()).last().asString().endsWith("  c");
    }

    @Test
    void shouldRebuildAControlFileThatIsMissing() throws IOException {
        write("a", "b", "c");
        Files.delete(folder.resolve("journal").resolve("journal.ctl"));
        assertThat(run("info", journal())).isEqualTo(2);
        assertThat(err.toString()).contains("journal.ctl", "repair rebuilds it").hasLineCount(1);
        assertThat(run("repair", journal())).isEqualTo(1);
        assertThat(out.toString()).contains("journal.ctl, offset 0: its file is missing");
        assertThat(run("repair", journal(), "--truncate")).isZero();
        assertThat(run("info", journal())).isZero();
        assertThat(out.toString()).contains("records   index 0 to 2");
    }

    @Test
    void shouldNotRepairWhatContradictsItself() throws IOException {
        write("a");
        Path other = folder.resolve("other");
        Journal.open(other).close();
        Files.copy(
                other.resolve("journal.ctl"),
                folder.resolve("journal").resolve("journal.ctl"),
                StandardCopyOption.REPLACE_EXISTING);
        assertThat(run("verify", journal())).isEqualTo(1);
        assertThat(out.toString())
                .contains("journal.ctl is of identity", ", 0000000000.seg ", "move away what doesn't belong");
        assertThat(run("repair", journal())).isEqualTo(1);
        assertThat(lines()).last().isEqualTo("--truncate would refuse: it can't be told what this journal is");
        assertThat(run("repair", journal(), "--truncate")).isEqualTo(2);
        assertThat(err.toString()).contains("move away what doesn't belong").hasLineCount(1);
    }

    @Test
    void shouldNotRepairWhatIsInUse() throws IOException {
        write("good", "bad");
        try (Journal journal = Journal.open(folder.resolve("journal"), OPTIONS)) {
            flip(192 + 24 + 16);
            assertThat(run("repair", journal(), "--truncate")).isEqualTo(2);
            assertThat(err.toString())
                    .contains("it is open, in this process or another")
                    .hasLineCount(1);
            assertThat(journal.cursors()).isEmpty();
        }
    }

    @Test
    void shouldRefuseANewerVersionInOneLine() throws IOException {
        write("a");
        Path control = folder.resolve("journal").resolve("journal.ctl");
        byte[] bytes = Files.readAllBytes(control);
        bytes[8] = 4;
        Files.write(control, bytes);

        assertThat(run("info", journal())).isEqualTo(2);
        assertThat(err.toString())
                .contains("has format version 4; this is for versions up to 2")
                .hasLineCount(1);
    }

    @Test
    void shouldTellWhoWritesAndWhoReads() {
        write("a", "b", "c");
        try (Journal journal = Journal.open(folder.resolve("journal"), OPTIONS);
                Tailer billing = journal.tailer("billing")) {
            assertThat(billing.poll((memory, offset, length, index) -> {}, 1)).isEqualTo(1);
            billing.commit();

            assertThat(run("info", journal())).isZero();
        }
        assertThat(out.toString()).contains("writers   1 open", "cursor    billing at 1, 2 to read");
    }

    private void flip(int offset) throws IOException {
        flip(offset, 1);
    }

    /** Flips bits of the first segment. */
    private void flip(int offset, int bits) throws IOException {
        flip("0000000000.seg", offset, bits);
    }

    private void flip(String name, int offset, int bits) throws IOException {
        Path file = folder.resolve("journal").resolve(name);
        byte[] bytes = Files.readAllBytes(file);
        bytes[offset] ^= (byte) bits;
        Files.write(file, bytes);
    }

    private void write(String... records) {
        try (Journal journal = Journal.open(folder.resolve("journal"), OPTIONS);
                Appender appender = journal.appender()) {
            for (String record : records) {
                appender.append(record.getBytes(UTF_8));
            }
        }
    }

    private int run(String... args) {
        return JournalTool.commandLine("journal")
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
                .execute(args);
    }

    private String journal() {
        return folder.resolve("journal").toString();
    }

    private List<String> lines() {
        return out.toString().lines().toList();
    }

    private void awaitOut(String text) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!out.toString().contains(text)) {
            assertThat(System.nanoTime()).as("%s, %s", out, err).isLessThan(deadline);
            LockSupport.parkNanos(1_000_000);
        }
    }

    private Map<Path, String> contents() throws IOException {
        Map<Path, String> contents = new HashMap<>();
        try (Stream<Path> files = Files.walk(folder.resolve("journal"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(file, HexFormat.of().formatHex(Files.readAllBytes(file)));
            }
        }
        return contents;
    }
}
