package dev.ropewalk.pipeline;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What pipelines log until this is closed, kept from the console. */
public final class CapturedLog extends Handler implements AutoCloseable {
    private static final Logger LOGGER = Logger.getLogger("dev.ropewalk.pipeline");

    private final List<LogRecord> records = new CopyOnWriteArrayList<>();
    private final SimpleFormatter formatter = new SimpleFormatter();

    public CapturedLog() {
        LOGGER.addHandler(this);
        LOGGER.setUseParentHandlers(false);
    }

    /** Returns the messages at a level that contain a text, a stage's name for instance. */
    public List<String> messages(Level level, String text) {
        return records.stream()
                .filter(entry -> entry.getLevel().equals(level))
                .map(entry ->
                        formatter.formatMessage(entry) + (entry.getThrown() == null ? "" : " / " + entry.getThrown()))
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
