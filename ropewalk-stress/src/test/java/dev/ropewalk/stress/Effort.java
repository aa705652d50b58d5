package dev.ropewalk.stress;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** How hard a run tries, chosen with {@code -Dropewalk.stress=quick|default|tough}. */
enum Effort {
    /** A fraction of a second a proof, many proofs in one JVM with its usual compilers: for every build. */
    QUICK(Duration.ofMinutes(8)),

    /** A minute a proof or so: after a change of a protocol. */
    DEFAULT(Duration.ofHours(2)),

    /** Many minutes a proof: before a release. */
    TOUGH(Duration.ofHours(24));

    /** Given any arguments, jcstress runs the JVM with them only, instead of once for each set of compilers. */
    static final String ONE_JVM = "-XX:+UseSerialGC";

    private final Duration limit;

    Effort(Duration limit) {
        this.limit = limit;
    }

    static Effort chosen() {
        String name = System.getProperty("ropewalk.stress", "quick");
        for (Effort effort : values()) {
            if (effort.name().toLowerCase(Locale.ROOT).equals(name)) {
                return effort;
            }
        }
        throw new IllegalArgumentException("-Dropewalk.stress is quick, default or tough, not " + name);
    }

    /** How long a run of all proofs may take before it counts as hung. */
    Duration limit() {
        return limit;
    }

    /** How many parts the proofs have of which an ordinary run takes one; the deep tests run them all. */
    int partsOfProofs() {
        return this == QUICK ? 3 : 1;
    }

    /** How long one stress test runs; {@code -Dropewalk.stress.seconds} sets it apart from the rest. */
    Duration stressTime() {
        Integer seconds = Integer.getInteger("ropewalk.stress.seconds");
        if (seconds != null) {
            return Duration.ofSeconds(seconds);
        }
        return switch (this) {
            case QUICK -> Duration.ofSeconds(1);
            case DEFAULT -> Duration.ofMinutes(2);
            case TOUGH -> Duration.ofMinutes(30);
        };
    }

    /** Whether proofs and twins share a JVM, in {@link Rounds}. Proofs on broken code always do. */
    boolean isBatched() {
        return this == QUICK;
    }

    /** The options of jcstress for a test with JVMs of its own: all, or in a quick run only what has ended the shared JVM. */
    List<String> options() {
        return switch (this) {
            case QUICK ->
                // To touch the whole heap first takes longer than to use the little of it that a second needs.
                List.of(
                        "-m",
                        "quick",
                        "-sc",
                        "false",
                        "-f",
                        "1",
                        "-iters",
                        "20",
                        "-time",
                        "50",
                        "-pth",
                        "false",
                        "-jvmArgs",
                        ONE_JVM);
            case DEFAULT -> List.of("-m", "default");
            case TOUGH -> List.of("-m", "tough");
        };
    }
}
