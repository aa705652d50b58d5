package dev.ropewalk.lab.neighbours;

import dev.ropewalk.lab.channels.Channels;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.locality.Locality;
import dev.ropewalk.lab.pi.Pi;
import dev.ropewalk.lab.ring.Ring;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A workload of another experiment, with those of its contenders that take part here. Each does as much as takes it about a tenth
 * of a second alone, so that all of them meet their neighbours for as long; their times are multiplied to be those of
 * Ropewalk's amount.
 */
@SuppressWarnings("ImmutableEnumChecker") // Experiments are without state, and the maps are immutable.
enum Program {
    RING(
            new Ring(),
            Map.of("rings", 10L, "actors", 1000L),
            "laps",
            Map.of(
                    Family.ROPEWALK, new Part("ropewalk-soft", 200),
                    Family.FORKJOIN, new Part("jdk-vthreads", 50),
                    Family.PEKKO, new Part("pekko-fjp", 100),
                    Family.GO, new Part("go", 20),
                    Family.KOTLIN, new Part("kotlin-coroutines", 40))),
    LOCALITY(
            new Locality(),
            Map.of("actors", 24L, "accesses", 20L, "state", 32_000L, "load", "zipf"),
            "messages",
            Map.of(
                    Family.ROPEWALK, new Part("ropewalk-soft", 1_200_000),
                    Family.FORKJOIN, new Part("workstealing", 600_000),
                    Family.PEKKO, new Part("pekko-affinity", 300_000))),
    CHANNELS(
            new Channels(),
            Map.of("workload", "rendezvous"),
            "elements",
            Map.of(
                    Family.ROPEWALK, new Part("ropewalk", 300_000),
                    Family.FORKJOIN, new Part("juc", 150_000),
                    Family.GO, new Part("go", 300_000),
                    Family.KOTLIN, new Part("kotlin", 300_000))),
    PI(
            new Pi(),
            Map.of("iterations", 100L),
            "jobs",
            Map.of(
                    Family.ROPEWALK, new Part("ropewalk-actors", 1_000_000),
                    Family.FORKJOIN, new Part("forkjoin", 1_000_000),
                    Family.PEKKO, new Part("pekko", 600_000),
                    Family.KOTLIN, new Part("kotlin", 400_000)));

    private static final double PERCENT = 100;

    private final Experiment experiment;
    private final Map<String, ?> fixed;
    private final String amount;
    private final Map<Family, Part> parts;

    /**
     * Makes a program.
     *
     * @param fixed what its own experiment's cells have in common here
     * @param amount the parameter that tells how much is done
     */
    Program(Experiment experiment, Map<String, ?> fixed, String amount, Map<Family, Part> parts) {
        this.experiment = experiment;
        this.fixed = fixed;
        this.amount = amount;
        this.parts = parts;
    }

    /**
     * What takes part for a family.
     *
     * @param contender its name in the program's own experiment
     * @param amount what it does in about a tenth of a second alone
     */
    record Part(String contender, long amount) {}

    /** Returns the programs in which a family takes part. */
    static List<Program> with(Family family) {
        return Arrays.stream(values())
                .filter(program -> program.parts.containsKey(family))
                .toList();
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(Program::label).toList();
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    Experiment experiment() {
        return experiment;
    }

    /** Returns what takes part for a family. */
    Part part(Family family) {
        Part part = parts.get(family);
        if (part == null) {
            throw new IllegalArgumentException(missing(family));
        }
        return part;
    }

    /** Returns the contender of a family, as the program's own experiment has it. */
    Contender contender(Family family) {
        String name = part(family).contender();
        return experiment.contenders().stream()
                .filter(contender -> contender.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(experiment.name() + " has no contender " + name));
    }

    /** Returns why a family stays out of a setting, empty if it takes part. */
    Optional<String> refusal(Family family, Setting setting) {
        return parts.containsKey(family)
                ? contender(family).refusal().apply(params(family, setting))
                : Optional.of(missing(family));
    }

    private String missing(Family family) {
        return "experiment " + experiment.name() + " has no contender of " + family.label();
    }

    /** Returns a cell of the program's own experiment, with as much as a family does in a setting. */
    Params params(Family family, Setting setting) {
        Params params = experiment.grid(Size.QUICK).cells().getFirst().with(Setting.WORKERS, setting.workers());
        for (var entry : fixed.entrySet()) {
            params = params.with(entry.getKey(), entry.getValue());
        }
        return params.with(amount, amount(family, setting));
    }

    private long amount(Family family, Setting setting) {
        return Math.max(1, Math.round(part(family).amount() * setting.work() / PERCENT));
    }

    /** Returns how many times as much Ropewalk does in a setting as a family. */
    double factor(Family family, Setting setting) {
        return (double) amount(Family.ROPEWALK, setting) / amount(family, setting);
    }

    /** Returns the most state that a family holds in a setting, in bytes. */
    long stateBytes(Setting setting) {
        return parts.keySet().stream()
                .mapToLong(family -> experiment.stateBytes(params(family, setting)))
                .max()
                .orElse(0);
    }
}
