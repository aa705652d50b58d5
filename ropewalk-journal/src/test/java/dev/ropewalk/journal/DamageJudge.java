package dev.ropewalk.journal;

import dev.ropewalk.journal.files.Damage;
import dev.ropewalk.journal.files.JournalImage;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.files.SmallJournal;
import dev.ropewalk.journal.format.SegmentLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Says whether an outcome is one of the three: the same records; refused with the place of the damage, after records that
 * were right; or cut and reported, of what was not durable only.
 *
 * <p>Two things can't be told from what is no damage, and count as the same records: an end that the journal once had, with
 * nothing but zeros behind it, above what was durable; and for readers that don't recover, any end or open claim there, since a
 * living writer may be at it, and any end while a recovery is under way.
 */
final class DamageJudge {
    private static final Pattern PLACE =
            Pattern.compile("segment \\d+|\\.seg\\b|journal\\.ctl|control file|\\.cursor\\b|cursor \\w+");

    private final DamageScene scene;

    DamageJudge(DamageScene scene) {
        this.scene = scene;
    }

    /** Judges what was read from the start. */
    DamageJudge reads(List<KnownRecords.Entry> wanted, List<KnownRecords.Entry> got) {
        compare(wanted, got, !scene.refusals.isEmpty());
        checkRefusals();
        return this;
    }

    /** Judges what was read at an index. */
    void seeks(List<KnownRecords.Entry> wanted, List<KnownRecords.Entry> got) {
        compare(wanted, got, false);
        checkRefusals();
    }

    /** Judges what was read from the end back. */
    void readsBackwards(List<KnownRecords.Entry> wanted, List<KnownRecords.Entry> got, boolean isWhole) {
        List<KnownRecords.Entry> from = isWhole || got.size() > wanted.size()
                ? wanted
                : wanted.subList(wanted.size() - got.size(), wanted.size());
        compare(from, got, !isWhole);
        checkRefusals();
    }

    /** Judges what was read from a named cursor on, which may be set back but never ahead. */
    DamageJudge resumes(List<KnownRecords.Entry> got) {
        List<KnownRecords.Entry> all = scene.recovered();
        long committed = cursorIndex();
        long from =
                got.isEmpty() ? committed : Math.min(committed, got.getFirst().index());
        boolean isSetBack = from < committed;
        if (isSetBack && scene.cut() == null && !scene.damage.touches(cursorFile(), 0, 4096)) {
            scene.wrong.add("the cursor stands at index " + from + ", but was committed at " + committed);
        }
        return reads(all.stream().filter(entry -> entry.index() >= from).toList(), got);
    }

    private static String cursorFile() {
        return "cursors/" + SmallJournal.CURSOR + ".cursor";
    }

    private long cursorIndex() {
        return scene.cursorIndex;
    }

    /** Judges what is there after appends. */
    DamageJudge readsAppended(List<KnownRecords.Entry> got) {
        boolean isRefused = !scene.refusals.isEmpty();
        List<KnownRecords.Entry> old = new ArrayList<>(got);
        List<KnownRecords.Entry> added = new ArrayList<>();
        while (!old.isEmpty() && scene.appended.contains(old.getLast())) {
            added.addFirst(old.removeLast());
        }
        compare(scene.recovered(), old, isRefused);
        if (!isRefused && !added.equals(scene.appended)) {
            scene.wrong.add(
                    "of the appended records " + indices(scene.appended) + " only " + indices(added) + " are there");
        }
        long last = scene.known.entries.isEmpty()
                ? -1
                : scene.known.entries.getLast().index();
        if (!scene.appended.isEmpty()
                && scene.appended.getFirst().index() <= last
                && old.size() == scene.recovered().size()
                && scene.cut() == null) {
            scene.wrong.add("the index " + scene.appended.getFirst().index() + " was given out twice");
        }
        checkRefusals();
        return this;
    }

    /** Judges what a repair has made of it: it may cut anything, and lose what a file had, and says so. */
    void repaired(@Nullable RepairReport report, List<KnownRecords.Entry> got) {
        List<KnownRecords.Entry> wanted = scene.known.entries;
        if (report != null) {
            wanted = withoutLostStart(report, wanted);
        }
        boolean isReported = report != null
                && (report.cut().isPresent() || report.lost().stream().anyMatch(this::isOfTheDamage));
        boolean isPrefix =
                got.size() <= wanted.size() && wanted.subList(0, got.size()).equals(got);
        if (!isReported && report != null && report.invalidatedClaims() > 0) {
            compare(wanted, got, false, true);
        } else if (!isPrefix || (got.size() < wanted.size() && !isReported && !isFormerEnd(got.size()))) {
            scene.wrong.add("the repair told of it: " + isReported + ", and of " + indices(wanted) + " there is "
                    + indices(got));
        }
        checkRefusals();
    }

    /** Returns what is left where the repair says that the first segments were missing. */
    private List<KnownRecords.Entry> withoutLostStart(RepairReport report, List<KnownRecords.Entry> wanted) {
        String first = scene.known.places.isEmpty()
                ? ""
                : scene.known.places.getFirst().file();
        boolean isLost = report.lost().stream().anyMatch(lost -> lost.file().equals(first))
                && scene.damage.equals(new Damage.Missing(first));
        return isLost
                ? wanted.stream()
                        .filter(entry -> !scene.known
                                .places
                                .get(scene.known.entries.indexOf(entry))
                                .file()
                                .equals(first))
                        .toList()
                : wanted;
    }

    private boolean isOfTheDamage(VerificationReport.Damage lost) {
        return scene.damage.touches(lost.file(), lost.offset(), Long.MAX_VALUE);
    }

    private void compare(List<KnownRecords.Entry> wanted, List<KnownRecords.Entry> got, boolean isRefused) {
        boolean isInvalidated =
                scene.recovery.map(RecoveryReport::invalidatedClaims).orElse(0L) > 0;
        compare(wanted, got, isRefused, isInvalidated);
    }

    private void compare(
            List<KnownRecords.Entry> wanted, List<KnownRecords.Entry> got, boolean isRefused, boolean isInvalidated) {
        int same = 0;
        while (same < got.size() && same < wanted.size() && got.get(same).equals(wanted.get(same))) {
            same++;
        }
        if (same == got.size() && (isRefused || same == wanted.size())) {
            return;
        }
        if (!isSubsequence(got, wanted)) {
            scene.wrong.add("got " + indices(got) + " instead of " + indices(wanted) + where(same));
            return;
        }
        int lost = scene.known.entries.indexOf(wanted.get(same));
        if (scene.shape == SmallJournal.STOPPED_TWICE && scene.recovery.isEmpty()) {
            // An observer that doesn't recover it waits for one that does.
            return;
        }
        if (lost < scene.known.durable) {
            scene.wrong.add("the durable record " + wanted.get(same).index() + " is missing" + where(same));
        } else if (!isExcused(lost, same == got.size(), isInvalidated)) {
            scene.wrong.add("record " + wanted.get(same).index() + " is missing, not reported as cut" + where(same));
        }
    }

    private static String where(int same) {
        return " after " + same + " right ones";
    }

    private static boolean isSubsequence(List<KnownRecords.Entry> got, List<KnownRecords.Entry> wanted) {
        int at = 0;
        for (KnownRecords.Entry entry : got) {
            while (at < wanted.size() && !wanted.get(at).equals(entry)) {
                at++;
            }
            if (at++ == wanted.size()) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether a record that wasn't durable may be missing. */
    private boolean isExcused(int lost, boolean isPrefix, boolean isInvalidated) {
        boolean isDamaged = false;
        for (int i = scene.known.durable; i <= lost; i++) {
            KnownRecords.Place place = scene.known.places.get(i);
            // An observer that stops at one doesn't come to the next one.
            isDamaged |= scene.damage.touches(place.file(), place.from(), place.to());
        }
        if (isPrefix && scene.cut() != null) {
            return true;
        }
        boolean isRecovered = !scene.isLive && scene.recovery.isPresent();
        return isDamaged && ((isPrefix && isFormerEnd(lost)) || !isRecovered || isInvalidated);
    }

    /**
     * Returns whether nothing but zeros was in the damaged files from a record on: so they were before it was appended. What others have
     * appended there since doesn't count.
     */
    private boolean isFormerEnd(int lost) {
        if (lost == scene.known.places.size()) {
            return true;
        }
        KnownRecords.Place place = scene.known.places.get(lost);
        byte[] bytes = scene.damaged(place.file());
        if (bytes.length == 0) {
            return false;
        }
        for (int at = place.from(); at < bytes.length; at++) {
            if (bytes[at] != 0) {
                return false;
            }
        }
        byte[] next = scene.damaged(SegmentFiles.name(place.segment() + 1));
        return next.length < SegmentLayout.START_AT
                || ByteBuffer.wrap(next).order(ByteOrder.LITTLE_ENDIAN).getLong(SegmentLayout.FIRST_INDEX_AT) == 0;
    }

    private void checkRefusals() {
        for (Throwable refusal : scene.refusals) {
            if (!isRight(refusal)) {
                scene.wrong.add("refused without a place: " + describe(refusal));
            }
        }
    }

    private boolean isRight(Throwable refusal) {
        boolean hasPlace = PLACE.matcher(String.valueOf(refusal.getMessage())).find();
        return switch (refusal) {
            case JournalCorruptException _ -> true;
            case JournalFormatException _, JournalIoException _ -> hasPlace;
            case JournalPoisonedException _ -> hasPlace || scene.shape == SmallJournal.POISONED;
            // Where the cursor points nothing is left, whatever else is damaged.
            case RecordsGoneException _ -> scene.shape == SmallJournal.CLOSED_AFTER_RETENTION;
            // A mapping that is cut under compiled code, which an appender's documentation allows for.
            case InternalError _ -> scene.isLive && scene.damage instanceof Damage.Length;
            // A process may be inside with the lock file that is gone.
            case JournalException _ -> scene.damage.touches(JournalImage.LOCK, Long.MIN_VALUE, Long.MAX_VALUE);
            default -> false;
        };
    }

    private static String describe(Throwable refusal) {
        var text = new StringBuilder(refusal.toString());
        for (StackTraceElement frame : refusal.getStackTrace()) {
            if (frame.getClassName().startsWith("dev.ropewalk") && text.length() < 600) {
                text.append(" < ").append(frame.getFileName()).append(':').append(frame.getLineNumber());
            }
        }
        return text.toString();
    }

    /** Judges what is left in the files of records that were read, or were durable: nothing has changed but by the damage. */
    void leaves(List<KnownRecords.Entry> got) {
        for (int i = 0; i < scene.known.places.size(); i++) {
            boolean mustStay = i < scene.known.durable || got.contains(scene.known.entries.get(i));
            KnownRecords.Place place = scene.known.places.get(i);
            Path file = scene.folder.resolve(place.file());
            boolean isOtherFile = !scene.damage.touches(place.file(), Long.MIN_VALUE, Long.MAX_VALUE);
            if (mustStay && (isOtherFile || hasStill(file))) {
                compareBytes(i, place, file);
            }
        }
    }

    private boolean hasStill(Path file) {
        return Files.exists(file)
                && (scene.damage instanceof Damage.Flip
                        || scene.damage instanceof Damage.Zeros
                        || scene.damage instanceof Damage.Length);
    }

    private void compareBytes(int record, KnownRecords.Place place, Path file) {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (IOException e) {
            scene.wrong.add(
                    "the file of record " + scene.known.entries.get(record).index() + " is gone: " + e);
            return;
        }
        byte[] was = scene.image.bytes(place.file());
        for (int at = place.from(); at < place.to(); at++) {
            if (!scene.damage.touches(place.file(), at, at + 1L) && (at >= bytes.length || bytes[at] != was[at])) {
                scene.wrong.add("record " + scene.known.entries.get(record).index() + " was overwritten at offset " + at
                        + " of " + place.file());
                return;
            }
        }
    }

    private static String indices(List<KnownRecords.Entry> entries) {
        return entries.isEmpty()
                ? "nothing"
                : entries.size() + " records from " + entries.getFirst().index() + " to "
                        + entries.getLast().index();
    }
}
