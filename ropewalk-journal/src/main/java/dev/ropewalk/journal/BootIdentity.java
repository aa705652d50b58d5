package dev.ropewalk.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * The boot of the machine in which a journal was recovered last, in its control file: two words, and a {@link CheckedWord} with
 * the CRC32C of both. As long as the machine is in that boot, what writers left in the kernel's memory is there.
 *
 * <p>Another boot means that the machine has stopped, and then recovery ends the journal at the first open claim, whatever
 * follows. So an identity that may be damaged must not count as another one: without the right check it is unknown, and so
 * is what has happened. Recovery then scans all that isn't durable, as if the machine had stopped, and voids open claims, as
 * if it hadn't. If only processes died, that cuts nothing that is intact unless other damage is before it. If the machine
 * stopped, it cuts where the torn tail begins, except that an open claim with intact records behind it isn't the end.
 *
 * <p>It is written by who has the journal alone, after the recovery and before the word that says that this has ended. The
 * check goes first and comes last, each by a release store. So a crash in between leaves no check, and the journal is recovered
 * again, with nothing assumed. That is safe: nobody has claimed anything since, and what was cut is zero, on the disk,
 * too. There all these words are in one sector. Nor does a verification that reads meanwhile see one identity with the check of
 * another: it looks whether the check is the same before and after.
 */
final class BootIdentity {
    private static final Path OF_MACHINE = Path.of("/proc/sys/kernel/random/boot_id");
    private static final UUID UNKNOWN = new UUID(0, 0);

    private final Segment words;

    /** Views the words of a control file. */
    BootIdentity(Segment words) {
        this.words = words;
    }

    /** Returns whether this machine tells its boots apart. */
    static boolean isToldByMachine() {
        return !ofMachine().equals(UNKNOWN);
    }

    /** Returns whether the check is right, or there is none. */
    boolean isValidOrNone() {
        while (true) {
            long check = check();
            long expected = checkOf(identity());
            if (check() == check) {
                return check == 0 || check == expected;
            }
        }
    }

    /** Returns whether it is that of the machine's boot, or neither is known. */
    boolean isOfMachine() {
        return known().equals(ofMachine());
    }

    /** Returns what must have happened if writers didn't end in order. */
    Recovery.Since since() {
        UUID known = known();
        if (known.equals(UNKNOWN) || !isToldByMachine()) {
            return Recovery.Since.UNKNOWN;
        }
        return isOfMachine() ? Recovery.Since.PROCESSES_DIED : Recovery.Since.MACHINE_STOPPED;
    }

    /** Says that what writers left in the kernel's memory is there. For who has the journal alone. */
    void set() {
        set(ofMachine());
    }

    void set(UUID identity) {
        if (known().equals(identity)) {
            return;
        }
        words.setWord(ControlLayout.BOOT_CHECK_AT, 0);
        words.setWord(ControlLayout.BOOT_AT, identity.getMostSignificantBits());
        words.setWord(ControlLayout.BOOT_AT + Long.BYTES, identity.getLeastSignificantBits());
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

    private static UUID ofMachine() {
        try {
            return UUID.fromString(Files.readString(OF_MACHINE).strip());
        } catch (IOException | IllegalArgumentException e) {
            return UNKNOWN;
        }
    }
}
