package dev.ropewalk.graph.run;

import java.io.IOException;
import java.util.Locale;

/**
 * Writes events in the JSON array format of Chrome's tracing ("Trace Event Format"), one a line. Times are given in nanoseconds
 * and written in microseconds, to the nanosecond.
 */
final class TraceWriter {
    private static final int PROCESS = 1;
    private static final int NANOS_PER_MICRO = 1_000;

    private final Appendable out;
    private boolean first = true;

    TraceWriter(Appendable out) {
        this.out = out;
    }

    void begin() throws IOException {
        out.append("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[");
    }

    /** A slice: something that was going on for a time. */
    void slice(String name, int lane, long beginNanos, long nanos, int attempt, String end) throws IOException {
        event("X", name, lane);
        time("ts", beginNanos);
        time("dur", nanos);
        out.append(",\"args\":{\"attempt\":").append(Integer.toString(attempt)).append(",\"end\":");
        string(end);
        out.append("}}");
    }

    /** How much there is of something from a time on. */
    void counter(String name, long nanos, long value) throws IOException {
        event("C", name, 0);
        time("ts", nanos);
        out.append(",\"args\":{\"held\":").append(Long.toString(value)).append("}}");
    }

    void laneName(int lane, String name) throws IOException {
        event("M", "thread_name", lane);
        out.append(",\"args\":{\"name\":");
        string(name);
        out.append("}}");
    }

    void end() throws IOException {
        out.append("\n]}\n");
    }

    private void event(String phase, String name, int lane) throws IOException {
        out.append(first ? "\n" : ",\n");
        first = false;
        out.append("{\"ph\":\"").append(phase).append("\",\"name\":");
        string(name);
        out.append(",\"pid\":").append(Integer.toString(PROCESS));
        out.append(",\"tid\":").append(Integer.toString(lane));
    }

    private void time(String key, long nanos) throws IOException {
        out.append(",\"").append(key).append("\":").append(Long.toString(nanos / NANOS_PER_MICRO));
        String rest = Long.toString(NANOS_PER_MICRO + nanos % NANOS_PER_MICRO);
        out.append('.').append(rest, 1, rest.length());
    }

    /** Half a surrogate pair has no form in UTF-8, so that it is escaped like what JSON doesn't allow. */
    private void string(String text) throws IOException {
        out.append('"');
        int at = 0;
        while (at < text.length()) {
            int point = text.codePointAt(at);
            if (point == '"' || point == '\\') {
                out.append('\\').append((char) point);
            } else if (point < ' ' || (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE)) {
                out.append(String.format(Locale.ROOT, "\\u%04x", point));
            } else {
                out.append(text, at, at + Character.charCount(point));
            }
            at += Character.charCount(point);
        }
        out.append('"');
    }
}
