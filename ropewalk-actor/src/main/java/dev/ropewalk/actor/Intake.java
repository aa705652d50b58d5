package dev.ropewalk.actor;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The queue of a mailbox that is bounded or ordered. */
final class Intake<M> {
    private Intake() {}

    /** Returns the queue for a mailbox, null if the strand is all it needs. */
    static <M> @Nullable Intake<M> of(Mailbox<? super M> mailbox) {
        if (mailbox.policy() == null && mailbox.order() == null && mailbox.urgent() == null) {
            return null;
        }
        throw new UnsupportedOperationException("not built yet: " + mailbox);
    }

    void tell(Cell<M> to, Object message) {}

    boolean tryTell(Cell<M> to, Object message) {
        return false;
    }

    boolean tell(Cell<M> to, Object message, Duration timeout) {
        return false;
    }

    CompletableFuture<Void> tellAsync(Cell<M> to, Object message) {
        return new CompletableFuture<>();
    }

    /** Takes the message that is due, for a token; null if there is none. */
    @Nullable
    Object take() {
        return null;
    }

    int size() {
        return 0;
    }
}
