package dev.ropewalk.journal.files;

import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.Checksum;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.Segment;
import java.util.UUID;

/**
 * The boot of the machine in which a journal was recovered last, in its control file: two words, and a {@link CheckedWord} with
 * the CRC32C of both; and a word for the place of that file. As long as the kernel is in that boot and the file is in that
 * place, what writers left in the kernel's memory is there.
 *
 * <p>Another boot means that the machine has stopped, and then recovery ends the journal at the first open claim, whatever
 * follows. So what may not be another boot must not count as one. It is <i>unknown</i> what has happened if
 *
 * <ul>
 *   <li>the identity may be damaged: its check isn't right;
 *   <li>the machine doesn't tell its boot, or a container may have an identity of its own, see {@link KernelBoot};
 *   <li>it is the same boot, but the file is at another place: a copy, perhaps of a journal at work, whose files weren't
 *       copied in the same moment.
 * </ul>
 *
 * <p>Recovery then scans all that isn't durable, as if the machine had stopped, and invalidates open claims, as if it hadn't. If only
 * processes died, that cuts nothing that is intact unless other damage is before it. If the machine
 * stopped, it cuts where the torn tail begins, except that an open claim with intact records behind it isn't the end.
 *
 * <p>The process that has the journal alone writes it, after the recovery and before the word that says that this has ended. The
 * check goes first and comes last, each by a release store. So a crash in between leaves no check, and the journal is recovered
 * again, with nothing assumed. That is safe: no place was claimed since, and what was cut is zero, on the disk, too. There all
 * these words are in one sector. Nor does a verification that reads meanwhile see one identity with the check of another: it
 * looks whether the check is the same before and after.
 */
public final class BootIdentity {
    /** The identity of no boot. */
    public static final UUID UNKNOWN = new UUID(0, 0);

    private final Segment words;
    private final long placeWord;

    /**
     * Views the words of a control file.
     *
     * @param place a number for where the file is
     */
    public BootIdentity(Segment words, int place) {
        this.words = words;
        this.placeWord = CheckedWord.of(Integer.toUnsignedLong(place));
    }

    /** Returns whether the check is right, or there is none. */
    public boolean isValidOrNone() {
        while (true) {
            long check = check();
            long expected = checkOf(identity());
            if (check() == check) {
                return check == 0 || check == expected;
            }
        }
    }

    /** Returns whether it is that boot, and it is known that what was left in the kernel's memory is there. */
    public boolean isOf(UUID machine) {
        return since(machine) == Interruption.PROCESSES_DIED;
    }

    /** Returns what must have happened if writers didn't end in order, for a machine that is in a boot. */
    public Interruption since(UUID machine) {
        UUID known = known();
        if (known.equals(UNKNOWN) || machine.equals(UNKNOWN)) {
            return Interruption.UNKNOWN;
        }
        if (!known.equals(machine)) {
            return Interruption.MACHINE_STOPPED;
        }
        boolean isInPlace = words.word(ControlLayout.PLACE_AT) == placeWord;
        return isInPlace ? Interruption.PROCESSES_DIED : Interruption.UNKNOWN;
    }

    /** Returns whether the file is a copy: at another place than that where it was recovered last. */
    boolean isElsewhere() {
        long word = words.word(ControlLayout.PLACE_AT);
        return CheckedWord.isValid(word) && word != placeWord;
    }

    /**
     * Says that what writers left in the kernel's memory is there as long as it is in a boot. The caller has the journal alone.
     */
    public void set(UUID identity) {
        words.setWord(ControlLayout.BOOT_CHECK_AT, 0);
        words.setWord(ControlLayout.BOOT_AT, identity.getMostSignificantBits());
        words.setWord(ControlLayout.BOOT_AT + Long.BYTES, identity.getLeastSignificantBits());
        words.setWord(ControlLayout.PLACE_AT, placeWord);
        words.setWord(ControlLayout.BOOT_CHECK_AT, checkOf(identity));
    }

    private UUID known() {
        UUID identity = identity();
        return check() == checkOf(identity) ? identity : UNKNOWN;
    }

    private UUID identity() {
        return new UUID(words.word(ControlLayout.BOOT_AT), words.word(ControlLayout.BOOT_AT + Long.BYTES));
    }

    private long check() {
        return words.word(ControlLayout.BOOT_CHECK_AT);
    }

    private static long checkOf(UUID identity) {
        if (identity.equals(UNKNOWN)) {
            return 0;
        }
        int checksum = Checksum.ofWords(identity.getMostSignificantBits(), identity.getLeastSignificantBits());
        return CheckedWord.of(Integer.toUnsignedLong(checksum));
    }

    @Override
    public String toString() {
        return identity() + " with check 0x" + Long.toHexString(check());
    }
}
