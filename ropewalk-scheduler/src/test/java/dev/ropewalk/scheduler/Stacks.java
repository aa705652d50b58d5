package dev.ropewalk.scheduler;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** The threads of schedulers: they all carry the scheduler's name. */
public final class Stacks {
    private Stacks() {}

    /** Returns the live threads whose names begin with the scheduler's, workers, spare ones and the monitor. */
    public static List<Thread> threadsOf(String schedulerName) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(schedulerName + '-'))
                .filter(Thread::isAlive)
                .toList();
    }

    static String ofSchedulers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches(".*-(worker|spare)-\\d+|.*-monitor"))
                .sorted(Comparator.comparing(Thread::getName))
                .map(thread -> new StuckWorker(thread.getName(), List.of(thread.getStackTrace())).toString())
                .collect(Collectors.joining("\n"));
    }
}
