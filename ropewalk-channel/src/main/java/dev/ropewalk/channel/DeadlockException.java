package dev.ropewalk.channel;

import java.io.Serial;
import java.util.Objects;

/**
 * Says that a scope was in a deadlock: every process, and the owner, waited without a time limit for channels or processes of
 * the scope, and no other thread may use those channels. The message tells what each of them waited for, since when, and
 * where.
 */
public final class DeadlockException extends ScopeFailedException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final transient ScopeSnapshot snapshot;

    /** Makes an exception for a scope, with a snapshot that tells what its threads wait for. */
    public DeadlockException(ScopeSnapshot snapshot) {
        super(
                "deadlock in scope "
                        + Objects.requireNonNull(snapshot, "snapshot").name()
                        + ": all its processes wait, and no thread is left that could wake one\n" + snapshot,
                null);
        this.snapshot = snapshot;
    }

    /** Returns what the threads of the scope waited for. */
    public ScopeSnapshot snapshot() {
        return snapshot;
    }
}
