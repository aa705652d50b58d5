package dev.ropewalk.observe.health;

import dev.ropewalk.observe.Finding;
import dev.ropewalk.observe.Finding.Kind;
import dev.ropewalk.observe.Finding.Severity;
import dev.ropewalk.observe.HealthOptions;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;

/** Two looks, as a check sees them: how far apart they were, what counts, and where to tell what is found. */
public final class Looks {
    private static final int GROWTH = 10;

    private final Duration span;
    private final HealthOptions options;
    private final Consumer<Finding> findings;

    /** Makes two that are so far apart. */
    public Looks(Duration span, HealthOptions options, Consumer<Finding> findings) {
        this.span = span;
        this.options = options;
        this.findings = findings;
    }

    HealthOptions options() {
        return options;
    }

    /** Returns whether the looks were so far apart that a part without progress is stuck. */
    boolean tellsProgress() {
        return span.compareTo(options.stuckAfter()) >= 0;
    }

    /** Returns whether the looks were at least so far apart. */
    boolean areApart(Duration least) {
        return span.compareTo(least) >= 0;
    }

    /** Returns whether there were so many in between that it is a flood: a given number, and one a second at least. */
    boolean isFlood(long count, long least) {
        return count >= Math.max(least, span.toSeconds());
    }

    /** Returns how many of so many in between there were a second. */
    long perSecond(long count) {
        return Math.round(count / Math.max(1e-3, span.toMillis() / 1e3));
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

    /**
     * Tells of drops if there were some.
     *
     * @param noun what was dropped, one of it
     * @param what what became of it
     */
    void checkDrops(String part, String noun, String what, long before, long after, String advice) {
        if (after > before) {
            warn(Kind.DROPS, part, inWords(after - before, noun, "was", "were") + " " + what + within(), advice);
        }
    }

    /** Returns how many of something there are. */
    static String inWords(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    /**
     * Returns how many of something there are, and its verb.
     *
     * @param verbOfOne the verb if there is one
     * @param verbOfMore the verb if there is none or are several
     */
    static String inWords(long count, String noun, String verbOfOne, String verbOfMore) {
        return inWords(count, noun) + " " + (count == 1 ? verbOfOne : verbOfMore);
    }

    /** Returns a time in words. */
    public static String inWords(Duration time) {
        if (time.toSeconds() < 1) {
            return time.toMillis() + " ms";
        }
        return time.compareTo(Duration.ofMinutes(2)) < 0
                ? String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0)
                : time.toMinutes() + " min";
    }
}
