package dev.ropewalk.scheduler.support;

import dev.ropewalk.base.LimitedLog;
import java.lang.System.Logger.Level;
import java.lang.Thread.UncaughtExceptionHandler;
import java.util.function.Supplier;

/**
 * What the tasks of a scheduler have thrown, in lines that name it and are limited in rate: the handler of uncaught exceptions where
 * a program sets none, and the last resort where the handler fails. Thread-safe.
 *
 * <p>Without lambdas: the first use of one needs memory, which may be what a task has run out of, and time, which starting a
 * scheduler shouldn't take.
 */
public final class FailureLog implements UncaughtExceptionHandler {
    private final String part;
    private final LimitedLog log;

    // Made beforehand: they are needed where memory has run out.
    private final Text taskFailed;
    private final Text handlerFailed;

    /** @param part what has the tasks, "scheduler orders" for instance */
    public FailureLog(String part) {
        this.part = part;
        this.log = new LimitedLog(Log.LOG, part);
        this.taskFailed = new Text(part + ": a task failed", "");
        this.handlerFailed = new Text("the handler of uncaught exceptions of " + part + " failed", "");
    }

    @Override
    public void uncaughtException(Thread thread, Throwable thrown) {
        Supplier<String> text;
        try {
            String name = thread.getName();
            text = new Text(part, name.isEmpty() ? thread.toString() : name);
        } catch (Throwable noMemory) {
            text = taskFailed;
        }
        log.log(Level.ERROR, text, thrown);
    }

    /**
     * Logs what a task has thrown and what the handler has thrown that was told of it. Neither is kept with the other: one of
     * them may be the same object each time, and would become longer without end. Throws nothing.
     */
    @SuppressWarnings("ReferenceEquality") // the same throwable, not an equal one
    public void handlerFailed(Throwable thrown, Throwable ofHandler) {
        if (thrown != ofHandler) {
            uncaughtException(Thread.currentThread(), thrown);
        }
        log.log(Level.ERROR, handlerFailed, ofHandler);
    }

    /** Logs how many failures were held back that no line has told of, at the end. */
    public void end() {
        log.end(Level.ERROR);
    }

    private record Text(String part, String thread) implements Supplier<String> {
        @Override
        public String get() {
            return thread.isEmpty() ? part : part + ": a task failed in " + thread;
        }
    }
}
