package dev.ropewalk.sim.engine;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** The part of a stack that is the code of users, as reports show it. */
final class UserFrames {
    static final String INDENT = "\n        ";

    private static final int MAX_FRAMES = 12;

    /** The code that every thread stands in when it waits. */
    private static final List<String> OUR_OWN = List.of(
            "java.",
            "jdk.",
            "org.junit.",
            "dev.ropewalk.sim.engine.",
            "dev.ropewalk.sim.shrink.",
            "dev.ropewalk.sim.thread.",
            "dev.ropewalk.scheduler.park.",
            "dev.ropewalk.scheduler.step.");

    /** The classes of the exported packages that start threads and bodies. */
    private static final Set<String> STARTERS = Set.of(
            "dev.ropewalk.sim.Campaign",
            "dev.ropewalk.sim.CampaignWorker",
            "dev.ropewalk.sim.Finding",
            "dev.ropewalk.sim.Replay",
            "dev.ropewalk.sim.Simulation",
            "dev.ropewalk.sim.SingleRun",
            "dev.ropewalk.sim.junit.TestBody");

    private UserFrames() {}

    /** Returns the frames of user code; if there are none, all. */
    static List<StackTraceElement> in(StackTraceElement[] stack) {
        List<StackTraceElement> users =
                Arrays.stream(stack).filter(frame -> !isOurs(frame)).toList();
        return users.isEmpty() ? List.of(stack) : users;
    }

    private static boolean isOurs(StackTraceElement frame) {
        String type = frame.getClassName();
        return OUR_OWN.stream().anyMatch(type::startsWith) || STARTERS.contains(type);
    }

    static void append(StringBuilder text, List<StackTraceElement> shown) {
        shown.stream()
                .limit(MAX_FRAMES)
                .forEach(frame -> text.append(INDENT).append("at ").append(frame));
        if (shown.size() > MAX_FRAMES) {
            text.append(INDENT).append("... ").append(shown.size() - MAX_FRAMES).append(" more");
        }
    }
}
