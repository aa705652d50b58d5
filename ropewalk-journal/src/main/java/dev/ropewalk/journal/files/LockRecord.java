package dev.ropewalk.journal.files;

import dev.ropewalk.journal.JournalException;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.ControlLayout;
import java.lang.invoke.VarHandle;
import java.util.UUID;

/**
 * Which lock file the processes of a journal meet at, in its control file.
 *
 * <p>The lock file may be deleted while processes are inside, and a process that comes then makes another. It finds no lock held
 * there, so it would take itself for alone. The record tells: a process that is alone in another file than the recorded one
 * doesn't go in while the control file counts sessions that haven't ended. A live process keeps the deleted file allocated, so no
 * other has its inode.
 *
 * <p>Sessions may be those of processes that were killed. So a process goes in where none of them can live: after the machine has
 * stopped, and in a copy, whose control file is at another place. Otherwise a person has to state that no process is inside, by a
 * repair.
 *
 * <p>Between taking the shared lock and beginning its session a process isn't counted yet. So it looks at the record after it has
 * begun, and the process that changes the record looks at the sessions afterwards: one of them sees the other.
 */
public final class LockRecord {
    private final ControlFile control;
    private final long own;

    public LockRecord(ControlFile control, LockFile locks) {
        this.control = control;
        this.own = CheckedWord.of(Integer.toUnsignedLong(locks.place()));
    }

    /** Returns whether processes may be inside with another lock file. */
    public boolean isOther() {
        VarHandle.fullFence();
        return isOther(control.checkedWord(ControlLayout.LOCK_AT));
    }

    private boolean isOther(long word) {
        return word != 0 && word != own && !control.boot().isElsewhere();
    }

    /**
     * Records the file that is locked. For the holder of its exclusive lock.
     *
     * @throws JournalException if a process may be inside with the recorded one
     */
    public void take(UUID machine) {
        long recorded = control.checkedWord(ControlLayout.LOCK_AT);
        if (recorded == own) {
            return;
        }
        boolean mayBeInside = isOther(recorded) && control.boot().since(machine) != Interruption.MACHINE_STOPPED;
        if (mayBeInside) {
            refuseOpenSessions();
        }
        if (!control.changeWord(ControlLayout.LOCK_AT, recorded, own)) {
            throw new JournalException("another process changed which lock file is recorded in " + control);
        }
        VarHandle.fullFence();
        if (mayBeInside && control.hasOpenSessions()) {
            control.changeWord(ControlLayout.LOCK_AT, own, recorded);
            refuseOpenSessions();
        }
    }

    private void refuseOpenSessions() {
        long sessions = control.openSessions();
        if (sessions != 0) {
            throw new JournalException("the lock file " + LockFile.NAME + " of the journal of " + control
                    + " was deleted or replaced before all sessions had ended, open sessions: " + sessions
                    + "; processes may still be inside. Once none is, repair makes it open again");
        }
    }

    /** Records the file that is locked, whichever processes were inside. For a repair. */
    public void set() {
        control.changeWord(ControlLayout.LOCK_AT, control.word(ControlLayout.LOCK_AT), own);
    }
}
