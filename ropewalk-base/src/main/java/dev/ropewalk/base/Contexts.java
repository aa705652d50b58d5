package dev.ropewalk.base;

import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The one carrier of contexts of this JVM, if there is any. Without one nothing is carried: whoever sends or runs something asks
 * {@link #areCarried} first, which is a read of a static field that nobody writes.
 *
 * <p>Thread-safe. What was captured is opened by the carrier that has captured it, also when that is no longer installed. What a
 * carrier throws stays here: neither a message nor a thread is lost by it. Nor is it by a failure that can't be logged.
 *
 * <p>Nothing is made when this class is initialized. Who asks first may have no memory, and the class would be unusable from then on, and
 * with it all that runs code of users.
 */
public final class Contexts {
    private static volatile @Nullable ContextCarrier installed;

    /** Of the carrier installed last; null before the first, which leaves nothing that could fail. */
    private static volatile @Nullable LimitedLog failures;

    private Contexts() {}

    /** Returns whether a carrier is installed. */
    public static boolean areCarried() {
        return installed != null;
    }

    /**
     * Installs the carrier of this JVM.
     *
     * @return takes it away again; only the first call does something
     * @throws IllegalStateException if there is one
     */
    public static Runnable install(ContextCarrier carrier) {
        Objects.requireNonNull(carrier, "carrier");
        Objects.requireNonNull(ContextScope.NONE); // is initialized here, and not where there may be no memory
        synchronized (Contexts.class) {
            ContextCarrier other = installed;
            if (other != null) {
                throw new IllegalStateException("contexts are carried by " + other
                        + " already, and a JVM has one carrier: close that before " + carrier + " is installed");
            }
            failures = new LimitedLog(new SafeLog("dev.ropewalk.base", Contexts.class), "the carrier of contexts");
            installed = carrier;
        }
        var over = new AtomicBoolean();
        return () -> {
            if (over.compareAndSet(false, true)) {
                installed = null;
            }
        };
    }

    /** Captures the context of the calling thread for something that it sends; null if there is nothing to carry. */
    public static @Nullable CarriedContext capture(ContextPart to, Object content) {
        ContextCarrier carrier = installed;
        if (carrier == null) {
            return null;
        }
        try {
            return carrier.capture(to, content);
        } catch (Throwable thrown) {
            try {
                log("no context goes to ", to, thrown);
            } catch (Throwable noStack) {
                return null;
            }
            return null;
        }
    }

    /** Opens what came with something, else the part's own context; without a carrier none. */
    public static ContextScope open(@Nullable CarriedContext context, ContextPart part) {
        ContextCarrier carrier = context == null ? installed : null;
        if (context == null && carrier == null) {
            return ContextScope.NONE;
        }
        try {
            var guarded = new Guarded(part);
            guarded.scope = context == null ? Objects.requireNonNull(carrier).open(part) : context.open(part);
            return guarded;
        } catch (Throwable thrown) {
            try {
                log("no context was opened in ", part, thrown);
            } catch (Throwable noStack) {
                return ContextScope.NONE;
            }
            return ContextScope.NONE;
        }
    }

    private static void log(String text, ContextPart part, Throwable thrown) {
        LimitedLog log = failures;
        if (log != null) {
            log.log(Level.WARNING, text, part, thrown);
        }
    }

    /** Keeps what a scope throws from the code around it. Made before that is opened, since there may be no memory afterwards. */
    private static final class Guarded implements ContextScope {
        private final ContextPart part;
        private ContextScope scope = ContextScope.NONE;

        Guarded(ContextPart part) {
            this.part = part;
        }

        @Override
        public void failed(Throwable thrown) {
            try {
                scope.failed(thrown);
            } catch (Throwable ofScope) {
                try {
                    log("a failure wasn't noted in the context of ", part, ofScope);
                } catch (Throwable noStack) {
                    return;
                }
            }
        }

        @Override
        public void close() {
            try {
                scope.close();
            } catch (Throwable ofScope) {
                try {
                    log("the context wasn't closed in ", part, ofScope);
                } catch (Throwable noStack) {
                    return;
                }
            }
        }
    }
}
