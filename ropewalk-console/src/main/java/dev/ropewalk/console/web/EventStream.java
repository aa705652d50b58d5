package dev.ropewalk.console.web;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Sends what a view shows to one browser, as server-sent events: all of it first, and then, in each period, the fields that have changed; null
 * for those that are gone. What hasn't changed at all is told by a comment, so that a browser that is gone is noticed.
 */
final class EventStream {
    private static final int MOST_OF_TIME = 100;
    private static final byte[] NOTHING_NEW = ": nothing new\n\n".getBytes(StandardCharsets.UTF_8);

    private final OutputStream out;
    private ObjectNode shown = JsonNodeFactory.instance.objectNode();

    EventStream(OutputStream out) {
        this.out = out;
    }

    /**
     * Sends until the browser is gone or the thread is interrupted: once in a period, or less often, so that the views of all pages together take
     * up about a hundredth of the time, unless that would be longer than the longest pause. That goes by the mean of what the last turns have
     * taken, since of pages that share a look only one takes it. What takes long once delays nothing.
     *
     * @param pages how many pages are shown at this moment
     */
    void run(Supplier<ObjectNode> view, long periodMillis, long maxPauseMillis, IntSupplier pages)
            throws IOException, InterruptedException {
        var costs = new LastCosts();
        while (true) {
            long start = System.nanoTime();
            byte[] event = event(view.get());
            costs.add(System.nanoTime() - start);
            write(event);
            Thread.sleep(pause(costs.mean(), periodMillis, maxPauseMillis, pages.getAsInt()));
        }
    }

    /** Returns for how many milliseconds to wait after what takes so long. */
    static long pause(long costNanos, long periodMillis, long maxPauseMillis, int pages) {
        long pause = costNanos * MOST_OF_TIME * pages / 1_000_000;
        return Math.max(periodMillis, Math.min(pause, maxPauseMillis));
    }

    void send(ObjectNode next) throws IOException {
        write(event(next));
    }

    private byte[] event(ObjectNode next) {
        ObjectNode changes = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> field : next.properties()) {
            if (!field.getValue().equals(shown.get(field.getKey()))) {
                changes.set(field.getKey(), field.getValue());
            }
        }
        for (Map.Entry<String, JsonNode> field : shown.properties()) {
            if (!next.has(field.getKey())) {
                changes.putNull(field.getKey());
            }
        }
        shown = next;
        return changes.isEmpty() ? NOTHING_NEW : ("data: " + changes + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    private void write(byte[] event) throws IOException {
        out.write(event);
        out.flush();
    }
}
