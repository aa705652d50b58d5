package dev.ropewalk.journal.open;

import dev.ropewalk.journal.JournalFormatException;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.durability.EndedSegments;
import dev.ropewalk.journal.durability.Flusher;
import dev.ropewalk.journal.durability.FrontierForcer;
import dev.ropewalk.journal.durability.Maintenance;
import dev.ropewalk.journal.files.Closing;
import dev.ropewalk.journal.files.ControlConsistency;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.FileThreads;
import dev.ropewalk.journal.files.Machine;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.files.SegmentMaker;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.read.Cursors;
import dev.ropewalk.journal.store.SegmentStore;
import dev.ropewalk.journal.write.Prefaulter;
import dev.ropewalk.journal.write.RetentionRun;
import dev.ropewalk.journal.write.SpareSegment;
import dev.ropewalk.journal.write.TimedRoll;
import dev.ropewalk.scheduler.park.Parking;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The open files of a journal, and what keeps house in them. Closed in an order in which no thread can write too late. */
public final class JournalFiles implements AutoCloseable {
    private static final long IDLE_NANOS = 100_000_000;

    private final Path directory;
    private final ControlFile control;
    private final SegmentFiles segments;
    private final SegmentStore store;
    private final Maintenance maintenance;
    private final @Nullable Opening opening;
    private final @Nullable SpareSegment spare;
    private final Prefaulter prefaulter;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile Maintenance.Task forcing = () -> Maintenance.Task.NEVER;

    private JournalFiles(
            Path directory, ControlFile control, JournalOptions options, Machine machine, @Nullable Opening opening) {
        // Refuses a control file that doesn't tell it: everything else goes by it.
        control.lastSegment();
        ControlConsistency.check(control, machine.boot());
        this.directory = directory;
        this.control = control;
        this.opening = opening;
        this.maintenance = new Maintenance(directory.toString());
        if (opening == null) {
            this.segments = new SegmentFiles(directory, control, false);
            this.store = new SegmentStore(segments, control, options.clock(), JournalFiles::refuse, maintenance::wake);
            this.spare = null;
        } else {
            this.segments =
                    new SegmentFiles(directory, control, true, opening.session().epoch(), machine.forcer());
            var maker = new SegmentMaker(segments, opening.locks());
            this.store = new SegmentStore(segments, control, options.clock(), maker::make, maintenance::wake);
            this.spare = new SpareSegment(store, maker);
        }
        this.prefaulter = new Prefaulter(store, Machine.callsFor(directory));
        maintenance.setTasks(tasks(options, machine));
        if (options.rollEvery().isPresent() || options.retention().deletes()) {
            maintenance.wake();
        }
    }

    private static void refuse(long number) {
        throw new UnsupportedOperationException("segment " + number + " isn't made: the journal was opened read-only");
    }

    private List<Maintenance.Task> tasks(JournalOptions options, Machine machine) {
        List<Maintenance.Task> tasks = new ArrayList<>();
        if (opening != null && options.rollEvery().isPresent()) {
            tasks.add(new TimedRoll(
                    store,
                    opening.tailLock(),
                    options.clock(),
                    options.rollEvery().get(),
                    opening.session().epoch()));
        }
        if (spare != null) {
            tasks.add(spare);
            if (options.prefault()) {
                tasks.add(prefaulter);
            }
        }
        if (opening != null && options.retention().deletes()) {
            tasks.add(new RetentionRun(
                    store,
                    segments,
                    control,
                    opening.locks(),
                    new FrontierForcer(control.watermark(), machine),
                    options.retention(),
                    options.clock(),
                    onDisk -> Cursors.lowestIndex(directory, control.identity(), onDisk),
                    Parking::now));
        }
        tasks.add(() -> forcing.run());
        // The last one, as the others acquire and release.
        tasks.add(() -> store.unmap(IDLE_NANOS));
        return tasks;
    }

    /** Tells that there will be an appender: from then on a segment is made ahead. */
    public void prepareToAppend() {
        if (spare != null) {
            spare.want();
            prefaulter.want();
        }
        maintenance.wake();
    }

    /** Opens a journal for appending and reading, or creates it. */
    public static JournalFiles open(Path directory, JournalOptions options) {
        return open(directory, options, Machine.of(directory));
    }

    public static JournalFiles open(Path directory, JournalOptions options, Machine machine) {
        return FileThreads.call(directory, () -> {
            Opening opening = Opening.enter(directory, options, machine);
            try {
                return new JournalFiles(directory, opening.control(), options, machine, opening);
            } catch (RuntimeException | Error e) {
                opening.leave();
                throw e;
            }
        });
    }

    /** Opens a journal for reading: nothing is locked or written, so that a read-only mount will do. */
    public static JournalFiles openReadOnly(Path directory, JournalOptions options) {
        if (!Files.isDirectory(directory)) {
            throw new JournalFormatException("there is no journal in " + directory + ": it is no directory");
        }
        ControlFile control = ControlFile.open(directory, false);
        try {
            if (control.isNew()) {
                throw new JournalFormatException("there is no journal yet in " + directory + ": its "
                        + ControlLayout.FILE + " tells no segment, so a process is making it, or died there");
            }
            return new JournalFiles(directory, control, options, Machine.of(directory), null);
        } catch (RuntimeException | Error e) {
            control.close();
            throw e;
        }
    }

    /** Has ended segments forced by this. */
    public void forceEndedSegments(Flusher flusher) {
        forcing = new EndedSegments(store, control.watermark(), flusher);
    }

    public Path directory() {
        return directory;
    }

    public ControlFile control() {
        return control;
    }

    public SegmentFiles segments() {
        return segments;
    }

    public SegmentStore store() {
        return store;
    }

    /** Returns the session and its locks; null if it is read-only. */
    public @Nullable Opening opening() {
        return opening;
    }

    /** Closes all. A thread that still uses a segment gets an {@link IllegalStateException} at the next access. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        FileThreads.call(directory, () -> {
            new Closing()
                    .then(maintenance::close)
                    .then(store::close)
                    .then(opening == null ? control::close : opening::leave)
                    .end();
            return directory;
        });
    }
}
