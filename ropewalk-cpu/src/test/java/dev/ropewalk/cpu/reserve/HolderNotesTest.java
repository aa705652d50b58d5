package dev.ropewalk.cpu.reserve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cpu.CpuSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HolderNotesTest {
    @TempDir
    private Path directory;

    private Path file = Path.of("");
    private HolderNotes notes = new HolderNotes(file);

    @BeforeEach
    void choose() {
        file = directory.resolve("notes");
        notes = new HolderNotes(file);
    }

    @Test
    void shouldTellAReservationAsOneHolder() {
        notes.write(CpuSet.of(0, 5), "matcher");
        notes.write(CpuSet.of(2), "logger");
        assertThat(notes.holders(CpuSet.of(0, 2, 5)))
                .extracting(holder -> holder.cpus() + " " + holder.name())
                .containsExactly("0,5 matcher", "2 logger");
    }

    @Test
    void shouldKeepALineForEachCpuThatAPersonCanRead() throws IOException {
        notes.write(CpuSet.of(0, 1), "matcher");
        assertThat(Files.readAllLines(file)).hasSize(2).allMatch(line -> line.length() == 255);
        assertThat(Files.readAllLines(file).get(1))
                .startsWith("1\t" + ProcessHandle.current().pid() + "\t2");
    }

    @Test
    void shouldCutLongNamesAndReplaceControlCharacters() {
        notes.write(CpuSet.of(1), "a\tb\nc" + "\u20ac".repeat(500));
        notes.write(CpuSet.of(2), "next");
        assertThat(notes.holders(CpuSet.of(1, 2)).getFirst().cpus()).isEqualTo(CpuSet.of(1));
        assertThat(notes.holders(CpuSet.of(2)).getFirst().name()).isEqualTo("next");
        notes.write(CpuSet.of(1), "a\tb\nc");
        assertThat(notes.holders(CpuSet.of(1)).getFirst().name()).isEqualTo("a b c");
    }

    @Test
    void shouldShowNoControlCharactersThatAnotherUserHasWritten() throws IOException {
        notes.write(CpuSet.of(0), "matcher");
        String line = Files.readString(file).replace("matcher", "m\u001b[2Jer\u202e\u009b");
        Files.writeString(file, line.substring(0, 250) + " ".repeat(4) + '\n');
        assertThat(notes.holders(CpuSet.of(0)).getFirst().name()).isEqualTo("m [2Jer");
    }

    @Test
    @Timeout(20)
    void shouldNotWaitForAnotherUsersPipe() throws Exception {
        Process maker = new ProcessBuilder("mkfifo", file.toString()).start();
        Assumptions.assumeTrue(maker.waitFor() == 0);
        notes.write(CpuSet.of(0), "matcher");
        assertThat(notes.holders(CpuSet.of(0))).hasToString("[CPU 0 by an unknown process]");
    }

    @Test
    void shouldNotKnowWhoseNoteIsGone() {
        assertThat(notes.holders(CpuSet.of(1, 3))).hasToString("[CPUs 1,3 by an unknown process]");
        notes.write(CpuSet.of(1, 3), "matcher");
        notes.clear(CpuSet.of(3));
        assertThat(notes.holders(CpuSet.of(3))).hasToString("[CPU 3 by an unknown process]");
        assertThat(notes.holders(CpuSet.of(1)).getFirst().toString())
                .startsWith("CPU 1 for \"matcher\" by process "
                        + ProcessHandle.current().pid());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "0\t1\t2026-11-21T00:00:00Z\tname",
                "0\tone\t2026-11-21T00:00:00Z\tname\tcommand",
                "0\t1\tyesterday\tname\tcommand",
                "1\t1\t2026-11-21T00:00:00Z\tname\tcommand",
                "0\t1\t2026-11-21T00:00:00Z\tname\tcommand\tmore"
            })
    void shouldNotTrustWhatOthersWrote(String line) throws IOException {
        Files.writeString(file, line + " ".repeat(255 - line.length()) + "\n");
        assertThat(notes.holders(CpuSet.of(0))).hasToString("[CPU 0 by an unknown process]");
    }

    @Test
    void shouldReadWhatItWrites() throws IOException {
        String line = "0\t17\t2026-11-21T00:00:00Z\tname\tcommand";
        Files.writeString(file, line + " ".repeat(255 - line.length()) + "\n");
        assertThat(notes.holders(CpuSet.of(0)))
                .hasToString("[CPU 0 for \"name\" by process 17 (command) since 2026-11-21T00:00:00Z]");
    }

    @Test
    void shouldNotFollowALinkInPlaceOfTheFile() throws IOException {
        Path elsewhere = Files.createFile(directory.resolve("elsewhere"));
        Files.createSymbolicLink(file, elsewhere);
        notes.write(CpuSet.of(0), "matcher");
        assertThat(elsewhere).isEmptyFile();
        assertThat(notes.holders(CpuSet.of(0))).hasToString("[CPU 0 by an unknown process]");
    }
}
