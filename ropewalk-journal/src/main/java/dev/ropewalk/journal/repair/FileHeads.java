package dev.ropewalk.journal.repair;

import dev.ropewalk.journal.JournalFormatException;
import dev.ropewalk.journal.VerificationReport;
import dev.ropewalk.journal.files.FileThreads;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.FileHead;
import dev.ropewalk.journal.format.Format;
import dev.ropewalk.journal.format.FormatTrace;
import dev.ropewalk.journal.format.SegmentLayout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The heads of all files of a journal. They say the same, in as many copies as there are files: so what a damaged one should be
 * follows from any other. Where known heads contradict each other, none is believed.
 */
final class FileHeads {
    private final Path directory;
    private final FileHead control;
    private final List<FileHead> segments;
    private final Optional<FileHead.Origin> origin;

    private FileHeads(Path directory, FileHead control, List<FileHead> segments) {
        this.directory = directory;
        this.control = control;
        this.segments = segments;
        this.origin = all().stream().filter(FileHead::isKnown).findFirst().map(FileHead::origin);
    }

    /**
     * Reads them. For {@link FileThreads}.
     *
     * @throws JournalFormatException if there is no journal, or one of a newer format version
     */
    static FileHeads read(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            throw new JournalFormatException("there is no journal in " + directory + ": it is no directory");
        }
        FileHead control = FileHead.ofControl(directory);
        List<FileHead> segments = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(SegmentFiles::isSegment).sorted().toList()) {
                FileHead segment = FileHead.read(file, SegmentFiles.number(file));
                // Else retention has deleted it meanwhile.
                if (segment.exists()) {
                    segments.add(segment);
                }
            }
        }
        if (!control.exists() && segments.isEmpty()) {
            throw new JournalFormatException(
                    "there is no journal in " + directory + ": it has no " + ControlLayout.FILE + " and no segments");
        }
        var heads = new FileHeads(directory, control, segments);
        heads.all().forEach(FileHead::checkVersion);
        return heads;
    }

    private List<FileHead> all() {
        return Stream.concat(Stream.of(control), segments.stream()).toList();
    }

    FileHead control() {
        return control;
    }

    List<FileHead> segments() {
        return segments;
    }

    /** Returns what makes it impossible to tell which journal this is. */
    Optional<VerificationReport.Damage> contradiction() throws IOException {
        Optional<VerificationReport.Damage> found = contradictionOfKnown();
        return found.isPresent() ? found : ForeignSegments.find(directory, this);
    }

    private Optional<VerificationReport.Damage> contradictionOfKnown() {
        Map<FileHead.Origin, List<FileHead>> said = new LinkedHashMap<>();
        for (FileHead head : all()) {
            if (head.isKnown()) {
                said.computeIfAbsent(head.origin(), _ -> new ArrayList<>()).add(head);
            }
        }
        if (said.isEmpty()) {
            String what = segments.isEmpty()
                    ? "its head is damaged, and no segment is there that tells the journal's identity"
                    : "its head is damaged like those of all " + segments.size()
                            + " segments, so that nothing tells the journal's identity";
            return Optional.of(damage(control, 0, what));
        }
        if (said.size() > 1) {
            List<String> parties = new ArrayList<>();
            said.forEach((origin, heads) -> parties.add(names(heads) + " of " + origin));
            FileHead odd = said.values().stream()
                    .min((one, other) -> Integer.compare(one.size(), other.size()))
                    .map(List::getFirst)
                    .orElse(control);
            return Optional.of(damage(
                    odd,
                    odd.segment == FileHead.CONTROL ? ControlLayout.IDENTITY_AT : SegmentLayout.IDENTITY_AT,
                    "files of different journals lie here: " + String.join(", ", parties)
                            + "; move away what doesn't belong to this one"));
        }
        return segments.stream()
                .filter(head -> head.isKnown() && head.number() != head.segment)
                .findFirst()
                .map(head -> damage(
                        head,
                        SegmentLayout.NUMBER_AT,
                        "it is segment " + head.number()
                                + " by its head: give the file its name back, or move it away"));
    }

    private static String names(List<FileHead> heads) {
        String first = String.valueOf(heads.getFirst().file.getFileName());
        return heads.size() == 1 ? first + " is" : first + " and " + (heads.size() - 1) + " more are";
    }

    private static VerificationReport.Damage damage(FileHead head, long offset, String what) {
        return new VerificationReport.Damage(head.segment, offset, what, true);
    }

    /** Returns every file whose head or length isn't as it should be. For heads without a {@link #contradiction}. */
    List<VerificationReport.Damage> damages() throws IOException {
        List<VerificationReport.Damage> damages = new ArrayList<>();
        for (FileHead head : all()) {
            boolean isControl = head.segment == FileHead.CONTROL;
            long bytes = isControl ? ControlLayout.FILE_BYTES : origin().segmentBytes();
            OptionalLong wrong = head.wrongAt(expected(head));
            if (!head.exists()) {
                damages.add(damage(head, 0, "its file is missing"));
            } else if (head.fileBytes < bytes || (head.fileBytes > bytes && !isControl)) {
                String what = "its file has " + head.fileBytes + " bytes, not " + bytes;
                damages.add(damage(head, Math.min(head.fileBytes, bytes), what));
            } else if (wrong.isPresent()) {
                damages.add(damage(head, wrong.getAsLong(), "its head isn't as it was written"));
            }
        }
        return damages;
    }

    /** Returns whether the control file is missing, too short, or its head isn't right. */
    boolean isControlDamaged() throws IOException {
        return control.fileBytes < ControlLayout.FILE_BYTES
                || control.wrongAt(expected(control)).isPresent();
    }

    /** Returns what the known ones agree on. */
    private FileHead.Origin origin() {
        return origin.orElseThrow();
    }

    /** Returns the head that a file should have. */
    ByteBuffer expected(FileHead head) throws IOException {
        long bytes = origin().segmentBytes();
        long identity = origin().identity();
        return head.segment == FileHead.CONTROL
                ? ControlLayout.head(bytes, identity, madeMillis(), format())
                : SegmentLayout.head(bytes, head.segment, identity, formatOf(head));
    }

    /** Returns the format of segments that are made. If the control file doesn't tell, it is the newest that is there. */
    private int format() {
        return control.isKnown()
                ? control.format()
                : segments.stream()
                        .filter(FileHead::isKnown)
                        .mapToInt(FileHead::format)
                        .max()
                        .orElse(Format.NEWEST);
    }

    private int formatOf(FileHead segment) throws IOException {
        if (segment.isKnown()) {
            return segment.format();
        }
        try (FileChannel channel = FileChannel.open(segment.file, StandardOpenOption.READ);
                Arena arena = Arena.ofConfined()) {
            MemorySegment memory = SegmentFiles.mapToLookAt(channel, origin().segmentBytes(), arena);
            return FormatTrace.of(segment.segment, origin().identity(), memory, format());
        }
    }

    /** If the control file doesn't tell, the first segment's start is as near as can be known. */
    private long madeMillis() throws IOException {
        if (control.isKnown()) {
            return control.madeMillis();
        }
        Path first = segments.getFirst().file;
        ByteBuffer word = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel = FileChannel.open(first, StandardOpenOption.READ)) {
            channel.read(word, SegmentLayout.START_AT);
        }
        long start = word.getLong(0);
        return start != 0 && CheckedWord.isValid(start)
                ? CheckedWord.value(start)
                : Files.getLastModifiedTime(first).toMillis();
    }
}
