package dev.ropewalk.observe.health;

import dev.ropewalk.observe.Finding;
import dev.ropewalk.observe.Finding.Kind;
import dev.ropewalk.observe.Finding.Severity;
import dev.ropewalk.observe.HealthOptions;
import dev.ropewalk.observe.JvmSnapshot;
import dev.ropewalk.observe.part.PartKind;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Two looks at all parts, compared: each kind of parts by a check of its own, which tells its findings here. A check names the types of
 * a module, and is used only on parts of it: so it needn't be there.
 */
public final class Examination {
    private static final int GROWTH = 10;

    private final Duration span;
    private final HealthOptions options;
    private final Consumer<Finding> findings;

    /** Prepares a comparison of looks that are so far apart. */
    public Examination(Duration span, HealthOptions options, Consumer<Finding> findings) {
        this.span = span;
        this.options = options;
        this.findings = findings;
    }

    /** Compares all parts, and tells what is found. */
    public void compare(JvmSnapshot before, JvmSnapshot after) {
        after.unreadable()
                .forEach((part, failure) -> warn(
                        Kind.UNREADABLE,
                        part,
                        "failed when it was asked: " + failure,
                        "Report this as a fault of the library"));
        compare(PartKind.SCHEDULER, before.schedulers(), after.schedulers(), new SchedulerCheck());
        compare(PartKind.ACTOR_SYSTEM, before.actorSystems(), after.actorSystems(), new ActorCheck());
        compare(PartKind.PROCESS_SCOPE, before.scopes(), after.scopes(), new ScopeCheck());
        compare(PartKind.CHANNEL, before.channels(), after.channels(), new ChannelCheck());
        compare(PartKind.PIPELINE, before.pipelines(), after.pipelines(), new PipelineCheck());
        compare(PartKind.BOUNDED_EXECUTOR, before.executors(), after.executors(), new ExecutorCheck());
        compare(PartKind.LIMITER, before.limiters(), after.limiters(), new LimiterCheck());
        compare(PartKind.BUDGET, before.budgets(), after.budgets(), new BudgetCheck());
        compare(PartKind.JOURNAL, before.journals(), after.journals(), new JournalCheck());
    }

    private <S> void compare(PartKind<S> kind, Map<String, S> before, Map<String, S> after, PartCheck<S> check) {
        for (Map.Entry<String, S> entry : after.entrySet()) {
            String part = kind.name() + " " + entry.getKey();
            S then = before.get(entry.getKey());
            check.look(part, entry.getValue(), this);
            if (then != null) {
                check.compare(part, then, entry.getValue(), this);
            }
        }
    }

    HealthOptions options() {
        return options;
    }

    /** Returns whether the looks were so far apart that a part without progress is stuck. */
    boolean tellsProgress() {
        return span.compareTo(options.stuckAfter()) >= 0;
    }

    /** Returns whether there were so many in between that it is a flood: a given number, and one a second at least. */
    boolean isFlood(long count, long least) {
        return count >= Math.max(least, span.toSeconds());
    }

    /** Returns how long the looks were apart, in words. */
    String within() {
        return " within " + inWords(span);
    }

    void warn(Kind kind, String part, String what, String advice) {
        findings.accept(new Finding(kind, Severity.WARNING, part, what, advice));
    }

    void alarm(Kind kind, String part, String what, String advice) {
        findings.accept(new Finding(kind, Severity.CRITICAL, part, what, advice));
    }

    /** Tells of a queue if it is long, and has grown by a tenth at least. */
    void checkQueue(String part, String what, long before, long after, String advice) {
        if (after >= options.queueLength() && after > before && after - before >= before / GROWTH) {
            warn(
                    Kind.QUEUE_GROWING,
                    part,
                    after + " " + what + " wait, " + (after - before) + " more" + within(),
                    advice);
        }
    }

    /** Tells of drops if there were some. */
    void checkDrops(String part, String what, long before, long after, String advice) {
        if (after > before) {
            warn(Kind.DROPS, part, (after - before) + " " + what + within(), advice);
        }
    }

    /** Returns a time in words. */
    public static String inWords(Duration time) {
        return time.compareTo(Duration.ofMinutes(2)) < 0
                ? String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0)
                : time.toMinutes() + " min";
    }
}
