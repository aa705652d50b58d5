package dev.ropewalk.sim.oracle;

import dev.ropewalk.sim.Simulation;
import java.io.Serial;
import java.util.Arrays;

/** A named property doesn't hold. */
public final class PropertyViolation extends AssertionError {
    @Serial
    private static final long serialVersionUID = 1;

    private final String name;

    /** Makes one whose stack begins where the property stands. */
    public PropertyViolation(PropertyKind kind, String name, String what) {
        super(kind + " \"" + name + "\" " + what);
        this.name = name;
        setStackTrace(Arrays.stream(getStackTrace())
                .dropWhile(PropertyViolation::isOurs)
                .toArray(StackTraceElement[]::new));
    }

    private static boolean isOurs(StackTraceElement frame) {
        return frame.getClassName().equals(Simulation.class.getName())
                || frame.getClassName().startsWith(PropertyViolation.class.getPackageName() + ".");
    }

    /** Returns the name of the property that something thrown is about, empty if it is about none. */
    public static String nameIn(Throwable thrown) {
        return thrown instanceof PropertyViolation violation ? violation.name : "";
    }

    @Override
    @SuppressWarnings(
            "OverrideThrowableToString") // the message tells the kind, so the name of the class would only repeat it
    public String toString() {
        return String.valueOf(getMessage());
    }
}
