package dev.ropewalk.observe.health;

import dev.ropewalk.observe.Finding.Kind;
import dev.ropewalk.observe.JvmSnapshot;
import dev.ropewalk.observe.part.PartKind;
import java.util.Map;

/**
 * Two looks at all parts, compared: each kind of parts by a check of its own. A check names the types of
 * a module, and is used only on parts of it: so it needn't be there.
 */
public final class Examination {
    private final Looks looks;

    /** Prepares a comparison. */
    public Examination(Looks looks) {
        this.looks = looks;
    }

    /** Compares all parts, and tells what is found. */
    public void compare(JvmSnapshot before, JvmSnapshot after) {
        after.unreadable()
                .forEach((part, failure) -> looks.warn(
                        Kind.UNREADABLE,
                        part,
                        "failed when it was asked: " + failure,
                        "Report this as a fault of the library"));
        compare(PartKind.SCHEDULER, before.schedulers(), after.schedulers(), new SchedulerCheck());
        if (!after.pinnedThreads().isEmpty()) {
            PinningCheck.compare(before.pinnedThreads(), after.pinnedThreads(), looks);
        }
        compare(PartKind.ACTOR_SYSTEM, before.actorSystems(), after.actorSystems(), new ActorCheck());
        compare(PartKind.PROCESS_SCOPE, before.scopes(), after.scopes(), new ScopeCheck());
        compare(PartKind.CHANNEL, before.channels(), after.channels(), new ChannelCheck());
        compare(PartKind.PIPELINE, before.pipelines(), after.pipelines(), new PipelineCheck());
        compare(PartKind.BOUNDED_EXECUTOR, before.executors(), after.executors(), new ExecutorCheck());
        compare(PartKind.LIMITER, before.limiters(), after.limiters(), new LimiterCheck());
        compare(PartKind.BUDGET, before.budgets(), after.budgets(), new BudgetCheck());
        compare(PartKind.JOURNAL, before.journals(), after.journals(), new JournalCheck());
        compare(PartKind.CLUSTER, before.clusters(), after.clusters(), new ClusterCheck());
    }

    private <S> void compare(PartKind<S> kind, Map<String, S> before, Map<String, S> after, PartCheck<S> check) {
        for (Map.Entry<String, S> entry : after.entrySet()) {
            String part = kind.name() + " " + entry.getKey();
            S then = before.get(entry.getKey());
            check.look(part, entry.getValue(), looks);
            if (then != null) {
                check.compare(part, then, entry.getValue(), looks);
            }
        }
    }
}
