package dev.ropewalk.limit;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What a logger gets until this is closed, kept from the console. */
public final class CapturedLog extends Handler implements AutoCloseable {
    private final Logger logger;

    private final List<LogRecord> records = new CopyOnWriteArrayList<>();
    private final SimpleFormatter formatter = new SimpleFormatter();

    public CapturedLog(String name) {
        logger = Logger.getLogger(name);
        logger.addHandler(this);
        logger.setUseParentHandlers(false);
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
        logger.removeHandler(this);
        logger.setUseParentHandlers(true);
    }
}
