package dev.ropewalk.sim.engine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a world is judged by that has come to its end: which parties wait for ever, what is left over, what would have gone on. */
final class WorldRest {
    private final Threads threads;
    private final Workers workers;
    private final SchedulerState state;
    private final @Nullable WorldNotes notes;

    /** Creates the judge of a world; notes are taken if more is wanted than that no party waits for ever. */
    WorldRest(Threads threads, Workers workers, SchedulerState state, @Nullable WorldNotes notes) {
        this.threads = threads;
        this.workers = workers;
        this.state = state;
        this.notes = notes;
    }

    /** Returns how the world ends if parties wait for something other than work, but for the one that runs in a thread; else null. */
    @Nullable
    Ending deadlock(@Nullable Thread but) {
        var blocked = BlockedParties.among(parties(), state.timers(), but);
        return blocked.isEmpty() ? null : blocked.ending();
    }

    /** Returns how a world ends that has taken so many steps. */
    Ending tooManySteps(long steps) {
        return Ending.tooManySteps(steps, state.timers());
    }

    /** Returns the threads that haven't ended and the tasks that have begun. */
    private List<Party> parties() {
        List<Party> parties = new ArrayList<>(threads.all());
        parties.addAll(workers.busy());
        return parties;
    }

    /**
     * Returns how a run has failed that leaves something over though it must not; null if it leaves nothing. A run in which a fault has
     * stopped a party for ever isn't judged: that one couldn't close what it had.
     */
    @Nullable
    Ending left() {
        List<Party> parties = parties();
        if (notes == null || parties.stream().anyMatch(party -> party.isLost)) {
            return null;
        }
        Requirements requirements = notes.requirements();
        Ending left = requirements.allHandled() ? unhandled(notes) : null;
        return left == null && requirements.noLeaks() ? leaked(notes, parties) : left;
    }

    private static @Nullable Ending unhandled(WorldNotes notes) {
        var left = new Leaks();
        notes.addWaiting(left);
        return left.isEmpty()
                ? null
                : left.ending(Ending.Kind.UNHANDLED, "the run has ended, but this wasn't handled; see allHandled:");
    }

    private @Nullable Ending leaked(WorldNotes notes, List<Party> parties) {
        var leaks = new Leaks();
        notes.addOpen(leaks);
        BlockedParties.addIdle(parties, leaks);
        ArmedTimer.describe(state.timers()).forEach(timer -> leaks.add(timer, "timer"));
        state.unstarted()
                .forEach(strand -> leaks.add(
                        strand + ", which has work that waits, wasn't started",
                        strand.getClass().getName()));
        return leaks.isEmpty()
                ? null
                : leaks.ending(Ending.Kind.LEAKED, "the run has ended, but this is left over; see noLeaks:");
    }
}
