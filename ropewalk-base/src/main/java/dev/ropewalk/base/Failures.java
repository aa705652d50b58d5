package dev.ropewalk.base;

import java.util.Objects;

/** What becomes of an exception or error that its thread can't handle. */
public final class Failures {
    private Failures() {}

    /** Returns what was thrown as text; what can't make its own, by its class. */
    public static String text(Throwable thrown) {
        try {
            return Objects.requireNonNull(thrown.toString());
        } catch (Throwable ofUser) {
            return thrown.getClass().getName();
        }
    }

    /** Hands something thrown to the calling thread's handler of uncaught exceptions. What the handler throws is ignored. */
    public static void uncaught(Throwable thrown) {
        Thread thread = Thread.currentThread();
        try {
            thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
        } catch (Throwable ofHandler) {
            return;
        }
    }

    /** Throws what it is given, checked or not, as it is. It returns nothing; its type lets a caller throw what it returns. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the caller's compiler takes X as unchecked
    public static <X extends Throwable> X unchecked(Throwable thrown) throws X {
        throw (X) thrown;
    }
}
