package dev.ropewalk.journal.read;

import dev.ropewalk.journal.CursorFinding;
import dev.ropewalk.journal.files.FileThreads;
import dev.ropewalk.journal.format.CursorContent;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A named cursor as its file is found, whatever is in it.
 *
 * @param index where it resumes, if that was ever committed and can be relied on
 * @param damage why no tailer can resume there, or null
 * @param flaw what else isn't as writers leave it, or null
 */
public record CheckedCursor(
        Path file,
        String name,
        OptionalLong index,
        @Nullable String damage,
        @Nullable String flaw) {
    /** Returns those of the journal with an identity, by name in order. */
    public static List<CheckedCursor> all(Path journal, long identity) {
        return FileThreads.call(journal, () -> {
            List<CheckedCursor> all = new ArrayList<>();
            for (Path file : Cursors.files(journal)) {
                of(file, identity).ifPresent(all::add);
            }
            return all;
        });
    }

    private static Optional<CheckedCursor> of(Path file, long identity) {
        String name = Cursors.name(file);
        try {
            CursorContent content = CursorContent.of(file);
            String damage = content.damage(identity);
            OptionalLong index = damage == null ? content.index(identity) : OptionalLong.empty();
            return Optional.of(new CheckedCursor(file, name, index, damage, content.flaw()));
        } catch (NoSuchFileException deletedMeanwhile) {
            return Optional.empty();
        } catch (IOException e) {
            String damage = "can't be read: " + FileThreads.failure(file, e).getMessage();
            return Optional.of(new CheckedCursor(file, name, OptionalLong.empty(), damage, null));
        }
    }

    /** Returns what is wrong with the file, or null if nothing is. */
    public @Nullable String whatIsWrong() {
        return damage == null ? flaw : damage;
    }

    /** Says where it stands. */
    public String place() {
        return index.isPresent() ? "stands before record " + index.getAsLong() : "stands before the first record";
    }

    /** Returns whether it is past the end of the journal, which comes before an index. */
    public boolean isPast(long end) {
        return index.orElse(0) > end;
    }

    /** Returns what is to be told if retention has deleted what it has to read yet. */
    public Optional<CursorFinding> behind(long first) {
        return index.isPresent() && index.getAsLong() < first
                ? Optional.of(new CursorFinding(
                        name, place() + ", which is deleted: the first one that is left is " + first, false))
                : Optional.empty();
    }
}
