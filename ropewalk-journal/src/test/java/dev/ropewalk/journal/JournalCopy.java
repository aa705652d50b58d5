package dev.ropewalk.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.Format;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A small journal, to be damaged again and again. */
public final class JournalCopy {
    public static final int SEGMENT_BYTES = 4096;

    public final Path directory;
    private final Map<Path, byte[]> files = new TreeMap<>();

    private JournalCopy(Path directory) throws IOException {
        this.directory = directory;
        try (Stream<Path> all = Files.list(directory)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(file, Files.readAllBytes(file));
            }
        }
    }

    /** Makes a journal with records in so many segments, the invalid claims of aborted records between them, a batch and two sessions. */
    public static JournalCopy make(Path directory, int segments) throws IOException {
        return make(directory, segments, Format.NEWEST);
    }

    /** Makes the same of a format. */
    public static JournalCopy make(Path directory, int segments, int format) throws IOException {
        for (int session = 0; session < 2; session++) {
            try (Journal journal = Journal.open(directory, options().format(format));
                    Appender appender = journal.appender()) {
                for (int i = 0; i < 14 * segments; i++) {
                    appender.append(("record " + i + " of session " + session + ".".repeat(85)).getBytes(UTF_8));
                    if (i == 5) {
                        appender.claim(20).abort();
                        appender.batch().add(new byte[30]).add(new byte[5]).commit();
                    }
                }
            }
        }
        // One may have been made ahead.
        Files.deleteIfExists(SegmentFiles.path(directory, segments));
        try (ControlFile control = ControlFile.open(directory, false)) {
            assertThat(control.lastSegment()).isEqualTo(segments - 1);
        }
        return of(directory);
    }

    public static Journal open(Path directory) {
        return Journal.open(directory, options());
    }

    private static JournalOptions options() {
        return JournalOptions.defaults().segmentBytes(SEGMENT_BYTES).durability(Durability.each());
    }

    /** Takes a journal that isn't open. */
    public static JournalCopy of(Path directory) throws IOException {
        return new JournalCopy(directory);
    }

    public Path control() {
        return directory.resolve(ControlLayout.FILE);
    }

    public Path segment(long number) {
        return SegmentFiles.path(directory, number);
    }

    /** Puts the files back as they were, and deletes all others. */
    public void restore() throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                if (!files.containsKey(file) && !file.equals(directory)) {
                    Files.delete(file);
                }
            }
        }
        for (Map.Entry<Path, byte[]> file : files.entrySet()) {
            Files.write(file.getKey(), file.getValue());
        }
    }

    public byte[] original(Path file) {
        return Objects.requireNonNull(files.get(file)).clone();
    }

    public void flip(Path file, int offset, int bit) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[offset] ^= (byte) (1 << bit);
        Files.write(file, bytes);
    }

    /** Overwrites bytes by zeros. */
    public void zero(Path file, int from, int to) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Arrays.fill(bytes, from, to, (byte) 0);
        Files.write(file, bytes);
    }

    public void truncate(Path file, int bytes) throws IOException {
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), bytes));
    }

    /** Returns what a reader gets that writes nothing: index and payload of each record. */
    public List<String> read() {
        List<String> read = new ArrayList<>();
        try (Journal journal = Journal.openReadOnly(directory);
                Tailer tailer = journal.tailer()) {
            RecordHandler handler = (memory, offset, length, index) -> read.add(index + " "
                    + HexFormat.of().formatHex(memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE)));
            // That nothing more is there tells only a poll that finds nothing.
            while (tailer.poll(handler) > 0) {}
        }
        return read;
    }

    /** Returns the contents of all files by their paths. */
    public Map<Path, String> contents() {
        Map<Path, String> contents = new TreeMap<>();
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                contents.put(file, HexFormat.of().formatHex(Files.readAllBytes(file)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return contents;
    }
}
