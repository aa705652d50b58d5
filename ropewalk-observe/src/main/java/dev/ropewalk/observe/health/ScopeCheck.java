package dev.ropewalk.observe.health;

import dev.ropewalk.channel.ProcessSnapshot;
import dev.ropewalk.channel.ScopeSnapshot;
import dev.ropewalk.observe.Finding.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Scopes whose threads all wait for channels or processes, one of them in a send. Of its own channels a scope finds a deadlock by
 * itself, and fails. Here it may be that threads outside would go on with it, so that this is a suspicion. A scope whose processes
 * all wait for what they can receive is idle: it isn't told.
 */
final class ScopeCheck implements PartCheck<ScopeSnapshot> {
    private static final int SHOWN = 8;
    private static final String SEND = "send to ";

    @Override
    public void look(String part, ScopeSnapshot now, Looks looks) {
        List<ProcessSnapshot> threads = threads(now);
        Duration least = looks.options().waitAfter();
        boolean allWait = threads.size() > 1
                && threads.stream()
                        .allMatch(thread -> thread.waiting()
                                .filter(time -> time.compareTo(least) >= 0)
                                .isPresent());
        if (allWait && threads.stream().anyMatch(thread -> thread.operation().contains(SEND))) {
            looks.warn(
                    Kind.DEADLOCKED,
                    part,
                    "its owner and "
                            + (threads.size() == 2 ? "its process" : "all " + (threads.size() - 1) + " processes")
                            + " wait, for " + shortest(threads)
                            + " at least: " + inWords(threads),
                    "If no thread outside is to receive that, it is a deadlock: give the channels to the scope, by scope.channel(),"
                            + " so that it fails at once; ProcessScope.snapshot() has the stacks");
        }
    }

    private static List<ProcessSnapshot> threads(ScopeSnapshot scope) {
        List<ProcessSnapshot> threads = new ArrayList<>();
        threads.add(scope.owner());
        for (ProcessSnapshot process : scope.processes()) {
            threads.add(process);
            process.scopes().forEach(within -> addProcesses(within, threads));
        }
        scope.inner().forEach(within -> addProcesses(within, threads));
        return threads;
    }

    /** Adds the processes of a scope whose owner is there already. */
    private static void addProcesses(ScopeSnapshot within, List<ProcessSnapshot> threads) {
        List<ProcessSnapshot> all = threads(within);
        threads.addAll(all.subList(1, all.size()));
    }

    private static String shortest(List<ProcessSnapshot> threads) {
        return threads.stream()
                .flatMap(thread -> thread.waiting().stream())
                .min(Comparator.naturalOrder())
                .map(Looks::inWords)
                .orElse("an unknown time");
    }

    private static String inWords(List<ProcessSnapshot> threads) {
        String shown = threads.stream()
                .limit(SHOWN)
                .map(thread -> thread.name() + " to " + thread.operation())
                .collect(Collectors.joining(", "));
        return threads.size() > SHOWN ? shown + ", ..." : shown;
    }
}
