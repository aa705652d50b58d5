package dev.ropewalk.base;

import java.util.LinkedHashSet;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of failures whose stacks were logged. A kind is the class of what was thrown and its place in the code, and the same of
 * its causes. The place is the first frame that isn't the JDK's. Only the latest kinds are known, so that failures that all differ
 * don't pile up.
 *
 * <p>Thread-safe. Of several threads that bring a kind one finds it new, since the look and the note are one step under the lock.
 * What a throwable has of users' code runs before, outside of the lock, and what that throws stays here.
 */
final class FailureKinds {
    static final int MAX_KNOWN = 64;

    /** More would be a circle. */
    private static final int MAX_CAUSES = 16;

    /** Null before the first failure: most parts have none, and there may be thousands of parts. */
    private @Nullable LinkedHashSet<String> known;

    /** Notes the kind of a failure; returns whether it wasn't known. */
    boolean addIfNew(Throwable thrown) {
        String kind = kind(thrown);
        synchronized (this) {
            LinkedHashSet<String> kinds = known == null ? new LinkedHashSet<>() : known;
            known = kinds;
            boolean added = kinds.add(kind);
            if (kinds.size() > MAX_KNOWN) {
                kinds.removeFirst();
            }
            return added;
        }
    }

    /** Returns in one line what was thrown and where, and the cause of it all. */
    static String line(Throwable thrown) {
        Throwable root = null;
        Throwable next = causeOf(thrown);
        for (int i = 0; next != null && i < MAX_CAUSES; i++) {
            root = next;
            next = causeOf(next);
        }
        return textAndPlace(thrown) + (root == null ? "" : ", caused by " + textAndPlace(root));
    }

    private static String kind(Throwable thrown) {
        var kind = new StringBuilder();
        Throwable next = thrown;
        for (int i = 0; next != null && i < MAX_CAUSES; i++) {
            kind.append(next.getClass().getName()).append(place(next)).append('\n');
            next = causeOf(next);
        }
        return kind.toString();
    }

    private static @Nullable Throwable causeOf(Throwable thrown) {
        try {
            return thrown.getCause();
        } catch (Throwable broken) {
            return null;
        }
    }

    private static String textAndPlace(Throwable thrown) {
        String text;
        try {
            text = String.join(" ", thrown.toString().lines().toList());
        } catch (Throwable broken) {
            text = thrown.getClass().getName();
        }
        return text + place(thrown);
    }

    private static String place(Throwable thrown) {
        try {
            StackTraceElement[] stack = thrown.getStackTrace();
            for (StackTraceElement frame : stack) {
                if (!isOfJdk(frame.getModuleName())) {
                    return " at " + frame;
                }
            }
            return stack.length == 0 ? "" : " at " + stack[0];
        } catch (Throwable broken) {
            return "";
        }
    }

    private static boolean isOfJdk(@Nullable String module) {
        return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
    }
}
