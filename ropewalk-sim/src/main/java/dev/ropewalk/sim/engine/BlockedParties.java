package dev.ropewalk.sim.engine;

import dev.ropewalk.scheduler.step.IdleWait;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.sim.thread.HeldLocks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Tells which parties of a world at rest wait for something other than work: for what, held by which party, since when, where. */
final class BlockedParties {
    /** The parties of the world by the thread that runs their code. */
    private final Map<Thread, Party> byThread = new LinkedHashMap<>();

    private final HolderCycles cycles = new HolderCycles();
    private boolean lacksHolders;

    private final List<String> described = new ArrayList<>();
    private final Set<String> places = new HashSet<>();

    private BlockedParties(List<Party> parties) {
        for (Party party : parties) {
            Thread thread = party.place == null ? null : party.place.thread();
            if (thread != null) {
                byThread.put(thread, party);
            }
        }
    }

    /**
     * Finds them among threads and the tasks that have begun, but for the one whose code a thread runs. No time that is still to come
     * ends their waits: what is due in a world at rest is beyond the longest time that a run may take.
     */
    static BlockedParties among(List<Party> parties, Collection<ArmedTimer> timers, @Nullable Thread but) {
        var blocked = new BlockedParties(parties);
        blocked.describe(but);
        if (!blocked.isEmpty()) {
            ArmedTimer.describe(timers).forEach(timer -> blocked.described.add("beyond maxTime: " + timer));
        }
        return blocked;
    }

    /** Tells those that wait for work, when none waits for anything else. */
    static void addIdle(List<Party> parties, Leaks leaks) {
        var idle = new BlockedParties(parties);
        idle.byThread.forEach((thread, party) -> {
            String text = idle.describe(party, thread);
            leaks.add("a thread: " + text, String.join("", idle.places));
            idle.places.clear();
        });
    }

    boolean isEmpty() {
        return described.isEmpty();
    }

    /** Returns how a world has ended in which these wait. */
    Ending ending() {
        return Ending.deadlocked(described, places);
    }

    private void describe(@Nullable Thread but) {
        byThread.forEach((thread, party) -> {
            if (!thread.equals(but) && !party.isLost && !isIdle(party, thread)) {
                described.add(describe(party, thread));
            }
        });
        described.addAll(cycles.describe());
        if (lacksHolders) {
            described.add("to see which party holds what, start the JVM with " + HeldLocks.OPTIONS);
        }
    }

    private static boolean isIdle(Party party, Thread thread) {
        return (party.kind == StepKind.SPIN && party.idle) || LockSupport.getBlocker(thread) instanceof IdleWait;
    }

    private String describe(Party party, Thread thread) {
        var text = new StringBuilder();
        text.append(party).append(" waits").append(object(party, thread));
        text.append(", since ").append(Duration.ofNanos(party.blockedAt)).append(" of virtual time");
        if (ArmedTimer.comes(party.waitsUntil) && thread.getState() != Thread.State.BLOCKED) {
            text.append(", until ")
                    .append(Duration.ofNanos(party.waitsUntil))
                    .append(" of virtual time, which is beyond maxTime");
        }
        List<StackTraceElement> stack = UserFrames.in(thread.getStackTrace());
        places.add(stack.isEmpty() ? "" : stack.getFirst().toString());
        UserFrames.append(text, stack);
        Throwable origin = party.origin;
        if (origin != null) {
            text.append(UserFrames.INDENT).append(origin.getMessage());
            UserFrames.append(text, UserFrames.in(origin.getStackTrace()));
        }
        return text.toString();
    }

    /** Returns what a party waits for, and which one holds it. */
    private String object(Party party, Thread thread) {
        Object awaited = HeldLocks.awaitedBy(thread);
        boolean isLock = thread.getState() == Thread.State.BLOCKED || HeldLocks.isLock(awaited);
        lacksHolders |= isLock && !HeldLocks.areTold();
        if (awaited == null) {
            return isLock ? " for a monitor" : "";
        }
        String text = " for " + StableText.nameOf(awaited);
        Thread holding = isLock ? HeldLocks.holder(awaited, byThread.keySet()) : null;
        if (holding == null) {
            return text;
        }
        Party holder = byThread.get(holding);
        if (holder == null) {
            return text + ", which " + holding + " holds";
        }
        cycles.add(party, holder);
        return text + ", which " + holder + " holds";
    }
}
