package dev.ropewalk.sim.engine;

import dev.ropewalk.scheduler.step.IdleWait;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.sim.thread.HeldLocks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Tells which parties of a world at rest wait for something other than work: for what, held by which party, since when, where. */
final class BlockedParties {
    private static final int MAX_FRAMES = 12;
    private static final String INDENT = "\n        ";

    /** The code that every thread stands in when it waits. */
    private static final List<String> OUR_OWN = List.of(
            "java.",
            "jdk.",
            "org.junit.",
            "dev.ropewalk.sim.engine.",
            "dev.ropewalk.sim.shrink.",
            "dev.ropewalk.sim.thread.",
            "dev.ropewalk.scheduler.park.");

    /** The classes of the exported packages that start threads and bodies. */
    private static final Set<String> STARTERS = Set.of(
            "dev.ropewalk.sim.Campaign",
            "dev.ropewalk.sim.CampaignWorker",
            "dev.ropewalk.sim.Finding",
            "dev.ropewalk.sim.Replay",
            "dev.ropewalk.sim.Simulation",
            "dev.ropewalk.sim.SingleRun",
            "dev.ropewalk.sim.junit.TestBody");

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

    /** Finds them among threads and the tasks that have begun, but for the one whose code a thread runs. */
    static BlockedParties among(Threads threads, Workers workers, @Nullable Thread but) {
        List<Party> parties = new ArrayList<>(threads.all());
        parties.addAll(workers.busy());
        var blocked = new BlockedParties(parties);
        blocked.describe(but);
        return blocked;
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
        List<StackTraceElement> stack = usersIn(thread.getStackTrace());
        places.add(stack.isEmpty() ? "" : stack.getFirst().toString());
        append(text, stack);
        Throwable origin = party.origin;
        if (origin != null) {
            text.append(INDENT).append(origin.getMessage());
            append(text, usersIn(origin.getStackTrace()));
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
        String text = " for " + nameOf(awaited);
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

    /** Returns the text of an object; if that would be an address, which differs in each run, its class. */
    private static String nameOf(Object awaited) {
        String text = String.valueOf(awaited);
        Class<?> type = awaited.getClass();
        if (!text.startsWith(type.getName() + "@")) {
            return text;
        }
        Class<?> named = type.getName().startsWith("java.util.concurrent.") ? type.getNestHost() : type;
        return "a " + named.getSimpleName();
    }

    /** Returns the frames of user code; if there are none, all. */
    private static List<StackTraceElement> usersIn(StackTraceElement[] stack) {
        List<StackTraceElement> users =
                Arrays.stream(stack).filter(frame -> !isOurs(frame)).toList();
        return users.isEmpty() ? List.of(stack) : users;
    }

    private static void append(StringBuilder text, List<StackTraceElement> shown) {
        shown.stream()
                .limit(MAX_FRAMES)
                .forEach(frame -> text.append(INDENT).append("at ").append(frame));
        if (shown.size() > MAX_FRAMES) {
            text.append(INDENT).append("... ").append(shown.size() - MAX_FRAMES).append(" more");
        }
    }

    private static boolean isOurs(StackTraceElement frame) {
        String type = frame.getClassName();
        return OUR_OWN.stream().anyMatch(type::startsWith) || STARTERS.contains(type);
    }
}
