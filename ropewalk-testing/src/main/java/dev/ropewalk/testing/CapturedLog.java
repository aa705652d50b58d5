package dev.ropewalk.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What is logged under a name until this is closed, kept from the console. */
public final class CapturedLog extends Handler implements AutoCloseable {
    private final Logger logger; // a field, since loggers without a reference are forgotten with their handlers
    private final List<LogRecord> records = new CopyOnWriteArrayList<>();
    private final SimpleFormatter formatter = new SimpleFormatter();

    /** Captures what is logged under a name and the names below it. */
    public CapturedLog(String name) {
        logger = Logger.getLogger(name);
        logger.addHandler(this);
        logger.setUseParentHandlers(false);
    }

    /** Returns the messages that contain a text, the name of a part for instance; what was thrown follows after " / ". */
    public List<String> messages(String text) {
        return messages(entry -> true, text);
    }

    /** Returns the messages at a level that contain a text; what was thrown follows after " / ". */
    public List<String> messages(Level level, String text) {
        return messages(entry -> entry.getLevel().equals(level), text);
    }

    /** Returns the classes that have logged, as the default format shows them. */
    public List<String> sources() {
        return records.stream().map(LogRecord::getSourceClassName).toList();
    }

    private List<String> messages(Predicate<LogRecord> shown, String text) {
        return records.stream()
                .filter(shown)
                .map(entry ->
                        formatter.formatMessage(entry) + (entry.getThrown() == null ? "" : " / " + entry.getThrown()))
                .filter(message -> message.contains(text))
                .toList();
    }

    @Override
    public void publish(LogRecord record) {
        var ignored = record.getSourceClassName(); // it is found on the stack of the first who asks
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
