package dev.ropewalk.micrometer.part;

import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The names that parts of a kind have had. Each is a time series for as long as the monitoring system keeps it, so there is a
 * bound on all that there have been, and not on those of a moment. A name with a number, which a part gets that has none of its own or
 * shares it, counts apart: short-lived parts don't take the place of those with a name.
 */
final class KnownNames {
    private static final System.Logger LOG = System.getLogger("dev.ropewalk.micrometer");
    private static final Pattern NUMBERED = Pattern.compile(".*#\\d+", Pattern.DOTALL);

    private final String kind;
    private final int max;
    private final Set<String> chosen = new HashSet<>();
    private final Set<String> numbered = new HashSet<>();
    private boolean hasWarned;

    KnownNames(String kind, int max) {
        this.kind = kind;
        this.max = max;
    }

    /** Remembers a name, and returns false if it would be one too many. */
    boolean admit(String name) {
        Set<String> known = NUMBERED.matcher(name).matches() ? numbered : chosen;
        boolean isAdmitted = known.contains(name) || (known.size() < max && known.add(name));
        if (!isAdmitted && !hasWarned) {
            hasWarned = true;
            LOG.log(
                    Level.WARNING,
                    "there have been " + max + " names in " + kind + ", as many as may be; '" + name
                            + "' and what else comes gets no meters");
        }
        return isAdmitted;
    }
}
