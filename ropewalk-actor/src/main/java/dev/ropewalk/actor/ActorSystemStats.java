package dev.ropewalk.actor;

import dev.ropewalk.base.Nulls;
import java.util.List;

/**
 * What an {@link ActorSystem} has done, and what waits in it. Taken while its actors go on, so that its parts are of slightly different
 * moments. Counts never fall.
 *
 * @param actors how many there are, the root not counted
 * @param waiting how many messages wait in all mailboxes, of each at most 100 000 counted; a guess while they come and go
 * @param processed how many messages were given to actors, those that have stopped included; of those that stop meanwhile it may come late
 * @param failures how often the code of an actor has thrown, so that a supervisor had to decide
 * @param restarts how often an actor has gone on with a new behaviour
 * @param dropped how many messages full mailboxes have dropped
 * @param deadLetters how many messages no actor has handled
 * @param stopped the actors that have stopped because they failed, the last 16 of them, the latest last
 */
public record ActorSystemStats(
        long actors,
        long waiting,
        long processed,
        long failures,
        long restarts,
        long dropped,
        long deadLetters,
        List<StoppedActor> stopped) {
    /** Makes a copy of the list. */
    public ActorSystemStats {
        stopped = Nulls.copy(stopped, "stopped");
    }
}
