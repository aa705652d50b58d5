package dev.ropewalk.journal.files;

import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.Checksum;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.FileHead;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.scheduler.step.SimulatedFiles;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How far the journal is durable, and whether that is still known: two words of the control file that all processes share.
 *
 * <p>The watermark is the logical position before which all was forced, divided by 8, as a {@link CheckedWord}. It never
 * claims more than that:
 *
 * <ul>
 *   <li>It is stored after the force has returned, so at every moment the word in memory is true, and so is every copy of
 *       it that the kernel writes to the disk, however early or late. An old copy is true, too; it makes the next recovery
 *       scan more and takes for a torn tail what it could have known to be damage. So the word itself is forced at the end
 *       of each segment, and with nothing else: a second force for each group would double what durability costs.
 *   <li>It is raised by compare-and-set and only upwards. Two processes that force the same range are both right, and the
 *       further one stays.
 *   <li>It lies within one sector, so the disk has it whole. A damaged one fails its check and is refused: with it, a torn tail
 *       couldn't be told from damaged durable data.
 * </ul>
 */
public final class Watermark {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle WORD = LONG.varHandle();
    private static final long POISONED_IN_UNKNOWN_BOOT = CheckedWord.of(1);
    private static final long FIRST_KNOWN_BOOT = 2;

    private final MemorySegment memory;
    private final long watermarkAt;
    private final long poisonAt;
    private final @Nullable Path file;

    /**
     * Views the two words.
     *
     * @param memory the mapped control file
     * @param watermarkAt offset of the watermark, a multiple of 8
     * @param poisonAt offset of the poison, a multiple of 8
     */
    Watermark(MemorySegment memory, long watermarkAt, long poisonAt) {
        this(memory, watermarkAt, poisonAt, null);
    }

    /** Views the two words of a file. */
    Watermark(MemorySegment memory, long watermarkAt, long poisonAt, @Nullable Path file) {
        this.memory = memory;
        this.watermarkAt = watermarkAt;
        this.poisonAt = poisonAt;
        this.file = file;
    }

    /** Returns the logical position before which everything is durable; 0 if nothing was forced yet. */
    public long position() {
        return positionOf((long) WORD.getAcquire(memory, watermarkAt));
    }

    /** Raises the watermark to a position, unless it is there or further. To be called after the force has returned. */
    public void raise(long position) {
        long raised = CheckedWord.of(position / RecordLayout.ALIGNMENT);
        while (true) {
            long word = (long) WORD.getAcquire(memory, watermarkAt);
            if (positionOf(word) >= position || WORD.compareAndSet(memory, watermarkAt, word, raised)) {
                return;
            }
        }
    }

    /** Sets the watermark to any position. The caller has the journal alone and has changed what is before the old watermark. */
    public void reset(long position) {
        WORD.setRelease(memory, watermarkAt, CheckedWord.of(position / RecordLayout.ALIGNMENT));
    }

    /** Brings the words to the disk. */
    public void force() {
        if (memory.isMapped()) {
            memory.force();
        } else if (file != null) {
            SimulatedFiles.force(file, memory);
        }
    }

    public boolean isPoisoned() {
        long word = (long) WORD.getAcquire(memory, poisonAt);
        if (!CheckedWord.isValidOrNone(word)) {
            throw new JournalCorruptException(
                    FileHead.CONTROL,
                    ControlLayout.POISON_AT,
                    "the word of the poison 0x" + Long.toHexString(word) + " fails its check; repair rebuilds it");
        }
        return word != 0;
    }

    /**
     * Declares for all processes that what is durable beyond the watermark isn't known any more.
     *
     * @param boot in which boot of the machine it was found out
     */
    public void poison(UUID boot) {
        WORD.setVolatile(memory, poisonAt, poisonOf(boot));
    }

    private static long poisonOf(UUID boot) {
        if (boot.equals(BootIdentity.UNKNOWN)) {
            return POISONED_IN_UNKNOWN_BOOT;
        }
        int checksum = Checksum.ofWords(boot.getMostSignificantBits(), boot.getLeastSignificantBits());
        return CheckedWord.of(FIRST_KNOWN_BOOT + Integer.toUnsignedLong(checksum));
    }

    /**
     * Returns whether a machine that is in a boot has certainly stopped since the poison, so that nothing is in its memory any
     * more that the disk doesn't have.
     */
    public boolean isPoisonOver(UUID boot) {
        long word = (long) WORD.getAcquire(memory, poisonAt);
        return CheckedWord.isValid(word)
                && word != POISONED_IN_UNKNOWN_BOOT
                && !boot.equals(BootIdentity.UNKNOWN)
                && word != poisonOf(boot);
    }

    /** Ends the poison. The caller has the journal alone and has made sure of what is on the disk. */
    public void cure() {
        WORD.setRelease(memory, poisonAt, 0L);
    }

    private static long positionOf(long word) {
        if (word != 0 && !CheckedWord.isValid(word)) {
            throw new JournalCorruptException(
                    FileHead.CONTROL,
                    ControlLayout.WATERMARK_AT,
                    "the durable watermark 0x" + Long.toHexString(word) + " fails its check; repair rebuilds it");
        }
        return CheckedWord.value(word) * RecordLayout.ALIGNMENT;
    }
}
