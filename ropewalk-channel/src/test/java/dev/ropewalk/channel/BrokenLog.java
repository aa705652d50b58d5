package dev.ropewalk.channel;

import dev.ropewalk.channel.core.FreshLog;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Makes each use of the channels' log throw until this is closed. */
final class BrokenLog extends Handler implements AutoCloseable {
    private static final Logger LOGGER = Logger.getLogger("dev.ropewalk.channel");

    private volatile int uses;

    BrokenLog() {
        FreshLog.capture().close();
        LOGGER.addHandler(this);
    }

    int uses() {
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
        LOGGER.removeHandler(this);
    }
}
