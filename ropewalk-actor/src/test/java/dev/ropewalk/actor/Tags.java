package dev.ropewalk.actor;

import dev.ropewalk.base.CarriedContext;
import dev.ropewalk.base.ContextCarrier;
import dev.ropewalk.base.ContextPart;
import dev.ropewalk.base.ContextScope;
import dev.ropewalk.base.Contexts;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A carrier whose contexts are a tag of the thread, and the part whose code it runs. Installed until this is closed. */
public final class Tags implements ContextCarrier, AutoCloseable {
    private static final ThreadLocal<@Nullable String> TAG = new ThreadLocal<>();
    private static final ThreadLocal<@Nullable String> PART = new ThreadLocal<>();

    public final List<Object> captured = new CopyOnWriteArrayList<>();
    public final List<Throwable> failures = new CopyOnWriteArrayList<>();

    private final Runnable end = Contexts.install(this);

    /** Returns the tag of the calling thread and the part that it runs, as "tag in part". */
    public static String here() {
        return TAG.get() + " in " + PART.get();
    }

    /** Runs something in a thread with a tag. */
    public static void with(String tag, Runnable code) {
        TAG.set(tag);
        try {
            code.run();
        } finally {
            TAG.remove();
        }
    }

    @Override
    public @Nullable CarriedContext capture(ContextPart to, Object content) {
        String tag = TAG.get();
        if (tag == null) {
            return null;
        }
        captured.add(content);
        return part -> enter(tag, part);
    }

    @Override
    public ContextScope open(ContextPart part) {
        return enter(null, part);
    }

    private ContextScope enter(@Nullable String tag, ContextPart part) {
        String tagBefore = TAG.get();
        String partBefore = PART.get();
        TAG.set(tag);
        PART.set(part.contextName());
        return new ContextScope() {
            @Override
            public void failed(Throwable thrown) {
                failures.add(thrown);
            }

            @Override
            public void close() {
                TAG.set(tagBefore);
                PART.set(partBefore);
            }
        };
    }

    @Override
    public void close() {
        end.run();
    }

    @Override
    public String toString() {
        return "tags";
    }
}
