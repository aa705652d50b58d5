package dev.ropewalk.actor;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the actors log until this is closed, kept from the console. */
public final class CapturedLog extends Handler implements AutoCloseable {
    private static final Logger LOGGER = Logger.getLogger("dev.ropewalk");

    private final List<LogRecord> records = new CopyOnWriteArrayList<>();

    public CapturedLog() {
        LOGGER.addHandler(this);
        LOGGER.setUseParentHandlers(false);
    }

    /** Returns the messages that contain a text, an actor's path for instance. */
    public List<String> messages(String text) {
        return records.stream()
                .map(LogRecord::getMessage)
                .filter(message -> message.contains(text))
                .toList();
    }

    @Override
    public void publish(LogRecord record) {
        records.add(record);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        LOGGER.removeHandler(this);
        LOGGER.setUseParentHandlers(true);
    }
}
