package dev.ropewalk.micrometer.context;

import dev.ropewalk.base.CarriedContext;
import dev.ropewalk.base.ContextCarrier;
import dev.ropewalk.base.ContextKind;
import dev.ropewalk.base.ContextPart;
import dev.ropewalk.base.ContextScope;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Carries snapshots of thread-locals, and spans and names if those are wanted. A snapshot with nothing in it isn't carried where the
 * library's own threads have nothing either. A thread of users may have something that it must hide: one that receives from a channel,
 * polls a pipeline or runs the actions of a graph.
 */
public final class SnapshotCarrier implements ContextCarrier {
    private final ContextSnapshotFactory snapshots;
    private final @Nullable MessageSpans spans;
    private final @Nullable LogNames names;
    private final CarriedContext namesAlone = part -> open(null, null, part);

    /**
     * Makes a carrier.
     *
     * @param spans null if messages have none
     * @param names null if the log doesn't get any
     */
    public SnapshotCarrier(ContextSnapshotFactory snapshots, @Nullable MessageSpans spans, @Nullable LogNames names) {
        this.snapshots = Objects.requireNonNull(snapshots, "snapshots");
        this.spans = spans;
        this.names = names;
    }

    @Override
    public @Nullable CarriedContext capture(ContextPart to, Object content) {
        ContextSnapshot snapshot = snapshots.captureAll();
        MessageSpans.Sent sent = spans == null || !to.contextKind().takesMessages() ? null : spans.send(to, content);
        if (sent == null && isEmpty(snapshot) && !mayRunInThreadsOfUsers(to.contextKind())) {
            return names == null ? null : namesAlone;
        }
        return part -> open(snapshot, sent, part);
    }

    private static boolean mayRunInThreadsOfUsers(ContextKind kind) {
        return switch (kind) {
            case CHANNEL, PIPELINE, RUN -> true;
            case ACTOR, SCOPE, EXECUTOR -> false;
        };
    }

    /** Returns whether a snapshot of the library has nothing in it; it is a map then. */
    private static boolean isEmpty(ContextSnapshot snapshot) {
        return snapshot instanceof Map<?, ?> values && values.isEmpty();
    }

    @Override
    public ContextScope open(ContextPart part) {
        return open(null, null, part);
    }

    private ContextScope open(@Nullable ContextSnapshot snapshot, MessageSpans.@Nullable Sent sent, ContextPart part) {
        var open = new OpenContext();
        try {
            if (snapshot != null) {
                var locals = new ThreadLocals(snapshots, snapshot, mayRunInThreadsOfUsers(part.contextKind()));
                open.add(locals);
                locals.set();
            }
            if (sent != null) {
                sent.process(part, open);
            }
            if (names != null) {
                names.put(part, open);
            }
            return open;
        } catch (Throwable thrown) {
            open.closeAfter(thrown);
            throw thrown;
        }
    }

    @Override
    public String toString() {
        return "Micrometer's snapshots" + (spans == null ? "" : ", with spans") + (names == null ? "" : ", with names");
    }
}
