package dev.ropewalk.console.view;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the workers of all schedulers run at a moment, by their stacks. */
final class WorkerStacks {
    private static final Pattern NAME = Pattern.compile("(.+)-(?:worker|spare)-(\\d+)");
    private static final Pattern LIBRARY = Pattern.compile(
            "(?:java|javax|jdk|sun)\\..*|dev\\.ropewalk\\.(?:base|cpu|scheduler|actor|channel|pipeline|limit|task|graph|journal)\\..*");
    private static final int DEPTH = 64;

    /** What a worker runs: a line of the program's code, empty if it runs none. */
    record Running(String thread, String state, String place) {}

    private static final Running UNKNOWN = new Running("", "", "");

    private final Map<String, Running> byWorker = new HashMap<>();

    private WorkerStacks() {}

    static WorkerStacks take() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        var stacks = new WorkerStacks();
        ThreadInfo[] named = threads.getThreadInfo(threads.getAllThreadIds());
        Map<Long, String> workers = new HashMap<>();
        for (ThreadInfo info : named) {
            Matcher matcher = info == null ? null : NAME.matcher(info.getThreadName());
            if (matcher != null && matcher.matches()) {
                workers.put(info.getThreadId(), matcher.group(1) + " " + matcher.group(2));
            }
        }
        long[] ids = workers.keySet().stream().mapToLong(Long::longValue).toArray();
        for (ThreadInfo info : threads.getThreadInfo(ids, DEPTH)) {
            if (info != null) {
                stacks.byWorker.put(
                        workers.getOrDefault(info.getThreadId(), ""),
                        new Running(info.getThreadName(), info.getThreadState().name(), place(info.getStackTrace())));
            }
        }
        return stacks;
    }

    private static String place(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (!LIBRARY.matcher(frame.getClassName()).matches()) {
                return Stacks.line(frame);
            }
        }
        return "";
    }

    Running of(String scheduler, int worker) {
        return byWorker.getOrDefault(scheduler + " " + worker, UNKNOWN);
    }
}
