package dev.ropewalk.journal.repair;

import dev.ropewalk.base.SafeLog;
import dev.ropewalk.journal.CutTail;
import dev.ropewalk.journal.JournalIoException;
import dev.ropewalk.journal.LastRecovery;
import dev.ropewalk.journal.RecoveryReport;
import dev.ropewalk.journal.files.FileThreads;
import dev.ropewalk.journal.files.WholeFile;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * What the last recovery or repair did, as a text beside the segments, for people. Nothing depends on it: it is written whole, by
 * a rename. If it can't be written, the journal does without; a note that can't be understood counts as none. A recovery that
 * died before its end may have cut something that the next one, which writes the note, doesn't know of; its files are there,
 * though.
 */
public final class RecoveryNote {
    public static final String FILE = "recovery.properties";

    private static final SafeLog LOG = new SafeLog("dev.ropewalk.journal", RecoveryNote.class);
    private static final String SEPARATOR = "\n";

    private RecoveryNote() {}

    /** Writes the note in place of the one before. The caller holds the directory's exclusive lock. */
    public static void write(Path directory, LastRecovery last) {
        Path file = directory.resolve(FILE);
        try {
            FileThreads.call(file, () -> {
                WholeFile.replace(file, text(directory, last).getBytes(StandardCharsets.UTF_8));
                return file;
            });
        } catch (JournalIoException e) {
            LOG.log(Level.WARNING, "what was recovered can't be noted in " + file + ": " + last.report(), e);
        }
    }

    /** Returns what is noted, if anything. */
    public static Optional<LastRecovery> read(Path directory) {
        Path file = directory.resolve(FILE);
        return FileThreads.call(file, () -> {
            try {
                return Optional.of(parse(directory, Files.readString(file)));
            } catch (IOException | IllegalArgumentException | DateTimeException e) {
                return Optional.empty();
            }
        });
    }

    private static String text(Path directory, LastRecovery last) throws IOException {
        RecoveryReport report = last.report();
        var note = new Properties();
        note.setProperty("at", last.at().toString());
        note.setProperty("repair", Boolean.toString(last.byRepair()));
        note.setProperty("machine-stopped", Boolean.toString(report.machineStopped()));
        note.setProperty("records", Long.toString(report.records()));
        note.setProperty("voided-claims", Long.toString(report.invalidatedClaims()));
        report.cut().ifPresent(cut -> {
            note.setProperty("cut-segment", Long.toString(cut.segment()));
            note.setProperty("cut-offset", Long.toString(cut.offset()));
            note.setProperty("cut-bytes", Long.toString(cut.bytes()));
            note.setProperty("cut-reason", cut.reason());
            note.setProperty(
                    "cut-kept",
                    cut.kept().stream()
                            .map(kept -> directory.relativize(kept).toString())
                            .collect(Collectors.joining(SEPARATOR)));
        });
        var text = new StringWriter();
        note.store(text, "what the last recovery of this journal did");
        return text.toString();
    }

    private static LastRecovery parse(Path directory, String text) throws IOException {
        var note = new Properties();
        note.load(new StringReader(text));
        Optional<CutTail> cut = Optional.empty();
        if (note.containsKey("cut-segment")) {
            cut = Optional.of(new CutTail(
                    number(note, "cut-segment"),
                    number(note, "cut-offset"),
                    number(note, "cut-bytes"),
                    value(note, "cut-reason"),
                    Arrays.stream(value(note, "cut-kept").split(SEPARATOR, -1))
                            .filter(kept -> !kept.isEmpty())
                            .map(directory::resolve)
                            .toList()));
        }
        return new LastRecovery(
                Instant.parse(value(note, "at")),
                Boolean.parseBoolean(value(note, "repair")),
                new RecoveryReport(
                        Boolean.parseBoolean(value(note, "machine-stopped")),
                        number(note, "records"),
                        number(note, "voided-claims"),
                        cut));
    }

    private static long number(Properties note, String key) {
        return Long.parseLong(value(note, key));
    }

    private static String value(Properties note, String key) {
        String value = note.getProperty(key);
        if (value == null) {
            throw new IllegalArgumentException("the note doesn't tell " + key);
        }
        return value;
    }
}
