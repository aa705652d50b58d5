package dev.ropewalk.cluster.outbox;

import dev.ropewalk.base.SafeLog;
import dev.ropewalk.cluster.OutboxException;
import dev.ropewalk.cluster.OutboxOptions;
import dev.ropewalk.journal.CursorHeldException;
import dev.ropewalk.journal.CutTail;
import dev.ropewalk.journal.TailHeldException;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/**
 * A folder with two journals, and a small file that is replaced in whole.
 *
 * <p>Why no cut of the journal is hidden. Whoever opens it, and so may cut it, has the {@linkplain FolderLock lock} first, then the mark {@code opening} on the disk; the lock stays until the journal is closed. So a mark is deleted only by whoever has it open and has written its identity, or couldn't open it.
 */
final class FolderStorage implements Storage {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.cluster", StoredOutbox.class);
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");
    private static final String FORMAT = "ropewalk outbox 1";
    private static final int LINES = 7;

    private final Path folder;

    /** Whether an opening before has ended before it had written its identity. */
    private volatile boolean hasBeenOpening;

    /** The size of segments: that of the messages, so that what was read there finds room among those that can't be read. */
    private volatile long segmentBytes;

    FolderStorage(OutboxOptions options) {
        this.folder = options.folder();
        this.segmentBytes = options.segmentBytes();
    }

    @Override
    public OutboxLog messages() {
        FolderLock lock = lock();
        boolean isOpen = false;
        try {
            JournalLog messages = openMarked(lock);
            isOpen = true;
            segmentBytes = messages.segmentBytes();
            return messages;
        } finally {
            if (!isOpen) {
                lock.release();
            }
        }
    }

    private FolderLock lock() {
        try {
            return FolderLock.take(folder).orElseThrow(() -> new OutboxException(isOpenAlready()));
        } catch (IOException failed) {
            throw new OutboxException(this + " can't be opened: " + failed, failed);
        }
    }

    private String isOpenAlready() {
        return this + " is open already, in this process or another";
    }

    private JournalLog openMarked(FolderLock lock) {
        boolean isMarked = mark();
        boolean isOpen = false;
        JournalLog messages;
        try {
            messages = open(folder.resolve("messages"), lock::release);
            isOpen = true;
        } finally {
            if (isMarked && !isOpen) {
                unmark(); // it can't be opened: nothing was cut
            }
        }
        tellCutOf(messages); // the mark stays if that fails: something may have been cut
        return messages;
    }

    /** Notes on the disk that the messages are about to be opened, by which their end may be cut; returns whether that wasn't noted. */
    private boolean mark() {
        try {
            hasBeenOpening = Files.exists(marker());
            if (hasBeenOpening || !Files.exists(file())) {
                return false;
            }
            Path ignored = Files.write(marker(), new byte[0]);
            forceFolder();
            return true;
        } catch (IOException failed) {
            throw new OutboxException(marker() + " can't be written: " + failed, failed);
        }
    }

    private void unmark() {
        try {
            boolean ignored = Files.deleteIfExists(marker());
        } catch (IOException left) {
            LOG.log(
                    Level.WARNING,
                    () -> marker() + " can't be deleted: what is left in " + this
                            + " may come to entities once more after its next opening",
                    left);
        }
    }

    private Path marker() {
        return folder.resolve("opening");
    }

    @Override
    public Optional<OutboxLog> unreadable() {
        return Files.exists(unreadableFolder()) ? Optional.of(newUnreadable()) : Optional.empty();
    }

    @Override
    public OutboxLog newUnreadable() {
        JournalLog unreadable = open(unreadableFolder(), () -> {});
        tellCutOf(unreadable);
        return unreadable;
    }

    private Path unreadableFolder() {
        return folder.resolve("unreadable");
    }

    private void tellCutOf(JournalLog opened) {
        boolean isTold = false;
        try {
            opened.cut().ifPresent(this::tell);
            isTold = true;
        } finally {
            if (!isTold) {
                opened.close(); // else nobody could open the folder again
            }
        }
    }

    /** Nobody else could tell what is missing: the end is damaged, so it isn't known which messages were there. */
    private void tell(CutTail cut) {
        LOG.log(
                Level.WARNING,
                () -> this + " has a damaged end, which was cut off: what was told last may be lost. Its " + cut.bytes()
                        + " bytes, from offset " + cut.offset() + " of segment " + cut.segment() + " on, are kept in "
                        + cut.kept() + "; " + cut.reason());
    }

    private JournalLog open(Path journal, Runnable closed) {
        try {
            return JournalLog.open(journal, segmentBytes, closed);
        } catch (TailHeldException | CursorHeldException held) { // by something else than an outbox
            throw new OutboxException(isOpenAlready(), held);
        } catch (RuntimeException failed) {
            throw new OutboxException(this + " can't be opened: " + failed.getMessage(), failed);
        }
    }

    @Override
    public Optional<Identity> identity() {
        try {
            List<String> lines = Files.readAllLines(file());
            if (lines.size() != LINES || !lines.getFirst().equals(FORMAT)) {
                return unknown();
            }
            return Optional.of(new Identity(
                    Long.parseLong(lines.get(1)),
                    Long.parseLong(lines.get(2)),
                    hasBeenOpening ? "" : lines.get(3),
                    lines.get(4),
                    lines.get(5),
                    lines.get(6).equals("closed") && !hasBeenOpening));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (CharacterCodingException | NumberFormatException damaged) {
            return unknown();
        } catch (IOException failed) {
            throw new OutboxException(file() + " can't be read: " + failed, failed);
        }
    }

    /** Nothing is lost by that. */
    private Optional<Identity> unknown() {
        LOG.log(
                Level.WARNING,
                () -> file() + " is damaged: what is left in " + this + " may come to entities once more");
        return Optional.empty();
    }

    @Override
    public void identity(Identity identity) {
        String text = String.join(
                "\n",
                FORMAT,
                Long.toString(identity.openings()),
                Long.toString(identity.salt()),
                identity.boot(),
                identity.cut(),
                identity.cluster(),
                identity.isClosed() ? "closed" : "open");
        Path written = folder.resolve("identity.new");
        try {
            try (FileChannel channel = FileChannel.open(
                    written,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE)) {
                ByteBuffer bytes = StandardCharsets.UTF_8.encode(text + "\n");
                while (bytes.hasRemaining()) {
                    int ignored = channel.write(bytes);
                }
                channel.force(true);
            }
            Path ignored =
                    Files.move(written, file(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            forceFolder();
        } catch (IOException failed) {
            throw new OutboxException(file() + " can't be written: " + failed, failed);
        }
        unmark();
    }

    /** Else the machine might stop and the file before be there again, which says that all was on the disk. */
    private void forceFolder() throws IOException {
        FileChannel opened;
        try {
            opened = FileChannel.open(folder, StandardOpenOption.READ);
        } catch (IOException impossible) {
            return; // folders can't be opened on this system
        }
        try (opened) {
            opened.force(true);
        }
    }

    private Path file() {
        return folder.resolve("identity");
    }

    @Override
    public String boot() {
        try {
            return Files.readString(BOOT).strip();
        } catch (IOException unknown) {
            return "";
        }
    }

    @Override
    public String toString() {
        return "the outbox in " + folder;
    }
}
