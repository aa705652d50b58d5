package dev.ropewalk.lab.experiment;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One of the solutions that are compared.
 *
 * @param name as on the command line and in results; Ropewalk's own begin with {@code ropewalk}
 * @param description what it is, in one sentence for the report
 * @param jvmArgs flags that its JVM gets beside those that all get
 * @param refusal says why it can't take part in a cell, empty if it can
 * @param opener makes it ready, in its own JVM
 */
public record Contender(
        String name,
        String description,
        List<String> jvmArgs,
        Function<Params, Optional<String>> refusal,
        Opener opener) {
    private static final String OURS = "ropewalk";

    public Contender {
        jvmArgs = List.copyOf(jvmArgs);
    }

    /** Returns a contender that takes part in every cell and needs no flags. */
    public static Contender of(String name, String description, Opener opener) {
        return new Contender(name, description, List.of(), params -> Optional.empty(), opener);
    }

    /** Returns a copy whose JVM gets more flags. */
    public Contender withJvmArgs(String... args) {
        return new Contender(name, description, List.of(args), refusal, opener);
    }

    /** Returns a copy that stays out of the cells for which a reason is given. */
    public Contender refusing(Function<Params, Optional<String>> reason) {
        return new Contender(name, description, jvmArgs, reason, opener);
    }

    /** Returns whether this is one of Ropewalk's own entries. */
    public boolean isOurs() {
        return isOurs(name);
    }

    /** Returns whether a name is that of one of Ropewalk's own entries. */
    public static boolean isOurs(String name) {
        return name.equals(OURS) || name.startsWith(OURS + "-");
    }

    /** Makes a contender ready for a cell. */
    @FunctionalInterface
    public interface Opener {
        /** Returns the contender, ready to run iterations. */
        Trial open(Cell cell) throws Exception;
    }
}
