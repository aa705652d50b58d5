package dev.ropewalk.cluster.outbox;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads what earlier openings have left: which messages of which lanes weren't handled. It keeps a lane's head and numbers, not the messages. */
final class Recovery {
    /** In the order of their first messages. */
    private final Map<Long, Found> lanes = new LinkedHashMap<>();

    /** A lane of which there are messages. */
    private static final class Found {
        final byte[] head;
        final long from;
        long handled;
        long next;

        Found(byte[] head, long from, long first) {
            this.head = head;
            this.from = from;
            this.handled = first;
            this.next = first;
        }
    }

    private Recovery() {}

    /**
     * Reads from the position on.
     *
     * @param end the index behind the last record; those of writers that have died halfway may be before it
     * @return the lanes that have something to send, the one that was begun last behind the others
     */
    static List<Lane<?, ?>> read(OutboxLog log, long end) {
        var recovery = new Recovery();
        log.replay(end, recovery::visit);
        List<Lane<?, ?>> left = new ArrayList<>();
        recovery.lanes.forEach((id, found) -> {
            if (found.handled < found.next) {
                left.add(new Lane<>(id, found.head, found.handled, found.next, found.from));
            }
        });
        return left;
    }

    private void visit(byte[] bytes, int length, long index) {
        if (Stored.isMessage(bytes)) {
            long number = Stored.numberOf(bytes);
            Found lane =
                    lanes.computeIfAbsent(Stored.laneOf(bytes), id -> new Found(head(bytes, length), index, number));
            lane.next = number + 1;
        } else if (Stored.isHandled(bytes)) {
            Found lane = lanes.get(Stored.laneOf(bytes));
            if (lane != null) { // else all of it was handled before the position
                lane.handled = Math.max(lane.handled, Stored.numberOf(bytes));
            }
        }
    }

    private static byte[] head(byte[] bytes, int length) {
        return Arrays.copyOf(bytes, length - Stored.read(bytes, length).frame().remaining());
    }
}
