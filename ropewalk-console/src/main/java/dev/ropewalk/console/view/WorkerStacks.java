package dev.ropewalk.console.view;

import dev.ropewalk.scheduler.Scheduler;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the workers of all schedulers run at a moment, by their stacks. */
final class WorkerStacks {
    private static final Pattern NAME = Pattern.compile("(.+)-(?:worker|spare)-(\\d+)");
    private static final Pattern LIBRARY = Pattern.compile(
            "(?:java|javax|jdk|sun)\\..*|dev\\.ropewalk\\.(?:base|cpu|scheduler|actor|channel|pipeline|limit|task|graph|journal)\\..*");
    private static final int DEPTH = 64;

    /** What the list of live schedulers adds to the name of the second one of a name. */
    private static final Pattern NUMBER = Pattern.compile("#\\d+$");

    /** What a worker runs: a line of the program's code, empty if it runs none. */
    record Running(String thread, String state, String place, boolean isInBlocking) {
        /** Returns whether the thread waits in code of the program, and no other worker takes its place. */
        boolean isBlocked() {
            return !place.isEmpty() && !isInBlocking && (state.endsWith("WAITING") || state.equals("BLOCKED"));
        }
    }

    private static final Running UNKNOWN = new Running("", "", "", false);

    private final Map<String, Running> byWorker = new HashMap<>();

    private WorkerStacks() {}

    /** Makes what a test wants to be seen. */
    static WorkerStacks of(Map<String, Running> byWorker) {
        var stacks = new WorkerStacks();
        stacks.byWorker.putAll(byWorker);
        return stacks;
    }

    static WorkerStacks take() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        var stacks = new WorkerStacks();
        Set<String> schedulers = schedulers();
        ThreadInfo[] named = threads.getThreadInfo(threads.getAllThreadIds());
        Map<Long, String> workers = new HashMap<>();
        for (ThreadInfo info : named) {
            Matcher matcher = info == null ? null : NAME.matcher(info.getThreadName());
            if (matcher != null && matcher.matches() && schedulers.contains(matcher.group(1))) {
                workers.put(info.getThreadId(), matcher.group(1) + " " + matcher.group(2));
            }
        }
        long[] ids = workers.keySet().stream().mapToLong(Long::longValue).toArray();
        for (ThreadInfo info : threads.getThreadInfo(ids, DEPTH)) {
            if (info != null) {
                stacks.byWorker.put(
                        workers.getOrDefault(info.getThreadId(), ""),
                        new Running(
                                info.getThreadName(),
                                info.getThreadState().name(),
                                place(info.getStackTrace()),
                                isInBlocking(info.getStackTrace())));
            }
        }
        return stacks;
    }

    /** Returns how the threads of schedulers may begin: other libraries name threads in the same way. */
    private static Set<String> schedulers() {
        Set<String> names = new HashSet<>();
        for (String name : Scheduler.live().keySet()) {
            names.add(NUMBER.matcher(name).replaceFirst(""));
            names.add(name);
        }
        return names;
    }

    private static boolean isInBlocking(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (frame.getMethodName().equals("blocking")
                    && frame.getClassName().startsWith("dev.ropewalk.scheduler.")) {
                return true;
            }
        }
        return false;
    }

    private static String place(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (!LIBRARY.matcher(frame.getClassName()).matches()) {
                return Stacks.line(frame);
            }
        }
        return "";
    }

    /** Returns what all workers run, each by the name of its scheduler and its number. */
    Map<String, Running> all() {
        return byWorker;
    }

    /** Returns the name of the scheduler that is in the name of a worker. */
    static String schedulerOf(String worker) {
        return worker.substring(0, worker.lastIndexOf(' '));
    }

    Running of(String scheduler, int worker) {
        return byWorker.getOrDefault(scheduler + " " + worker, UNKNOWN);
    }
}
