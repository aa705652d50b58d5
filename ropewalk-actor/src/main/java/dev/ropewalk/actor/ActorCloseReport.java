package dev.ropewalk.actor;

import dev.ropewalk.scheduler.CloseOutcome;
import java.util.List;

/**
 * What closing an {@link ActorSystem} left undone.
 *
 * @param unfinished the actors that had something to do when the time was up, as they were then; what waited in their
 *     mailboxes became dead letters
 * @param stuck the actors that had not stopped when closing gave up waiting for them
 */
public record ActorCloseReport(List<ActorSnapshot> unfinished, List<ActorSnapshot> stuck) implements CloseOutcome {
    /** Makes copies of the lists. */
    public ActorCloseReport {
        unfinished = List.copyOf(unfinished);
        stuck = List.copyOf(stuck);
    }

    /** Returns whether nothing was left. */
    @Override
    public boolean isComplete() {
        return unfinished.isEmpty() && stuck.isEmpty();
    }
}
