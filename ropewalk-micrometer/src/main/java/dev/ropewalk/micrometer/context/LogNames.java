package dev.ropewalk.micrometer.context;

import dev.ropewalk.base.ContextKind;
import dev.ropewalk.base.ContextPart;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** The names of parts in the MDC of SLF4J. Names of other parts than the one that runs go out of it: they came from the sender. */
public final class LogNames {
    /** Under which key the name of a process stands. */
    static final String TASK = "ropewalk.task";

    private static final List<String> KEYS = Stream.concat(
                    Arrays.stream(ContextKind.values()).map(ContextKind::key), Stream.of(TASK))
            .toList();

    /** Returns whether SLF4J is there. */
    public static boolean isPossible() {
        try {
            Class.forName("org.slf4j.MDC", false, LogNames.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError missing) {
            return false;
        }
    }

    /** Puts the names of a part into the MDC of the calling thread, until that is closed which is open. */
    void put(ContextPart part, OpenContext open) {
        var before = new String[KEYS.size()];
        Arrays.setAll(before, i -> MDC.get(KEYS.get(i)));
        open.add(() -> {
            for (int i = 0; i < before.length; i++) {
                set(KEYS.get(i), before[i]);
            }
        });
        String own = part.contextKind().key();
        for (String key : KEYS) {
            set(key, key.equals(own) ? part.contextName() : key.equals(TASK) ? part.contextTask() : null);
        }
    }

    private static void set(String key, @Nullable String value) {
        if (value == null) {
            MDC.remove(key);
        } else {
            MDC.put(key, value);
        }
    }
}
