package dev.ropewalk.testing;

import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Makes each use of a module's log throw until this is closed. */
public final class BrokenLog extends Handler implements AutoCloseable {
    private final Logger logger;

    private volatile int uses;

    public BrokenLog(String name) {
        logger = Logger.getLogger(name);
        logger.addHandler(this);
    }

    public int uses() {
        return uses;
    }

    @Override
    public synchronized void publish(LogRecord record) {
        uses++;
        throw new AssertionError("a handler that throws");
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
