package dev.ropewalk.actor;

import dev.ropewalk.base.Nulls;
import dev.ropewalk.scheduler.CloseReport;
import java.util.List;

/**
 * What closing an {@link ActorSystem} left undone.
 *
 * @param unfinished the actors that had something to do when the time was up, as they were then; what waited in their
 *     mailboxes became dead letters. If the scheduler ended first, also those whose messages it had left over
 * @param stuck the actors that had not stopped when closing gave up waiting for them
 * @param deadLetters how many messages became {@linkplain DeadLetter dead letters} from when closing began, or when the scheduler
 *     began to leave messages over, until this report; those that others sent meanwhile to actors that had stopped are among them
 */
public record ActorCloseReport(List<ActorSnapshot> unfinished, List<ActorSnapshot> stuck, long deadLetters)
        implements CloseReport {
    /** Makes copies of the lists. */
    public ActorCloseReport {
        unfinished = Nulls.copy(unfinished, "unfinished");
        stuck = Nulls.copy(stuck, "stuck");
    }

    /** Returns whether nothing was left to do. Dead letters alone don't count: they may be of senders that were late. */
    @Override
    public boolean isComplete() {
        return unfinished.isEmpty() && stuck.isEmpty();
    }
}
