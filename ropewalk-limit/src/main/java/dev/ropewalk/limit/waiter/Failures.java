package dev.ropewalk.limit.waiter;

/** Passes on what a user's code throws. */
public final class Failures {
    private Failures() {}

    /** Tells the thread's handler, which may throw in vain. */
    public static void uncaught(Throwable thrown) {
        Thread thread = Thread.currentThread();
        try {
            thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
        } catch (Throwable ignored) {
            return;
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // so that what a task throws goes on as it is
    public static <X extends Throwable> X unchecked(Throwable thrown) throws X {
        throw (X) thrown;
    }
}
