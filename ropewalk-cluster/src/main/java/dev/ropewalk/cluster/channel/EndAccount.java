package dev.ropewalk.cluster.channel;

import dev.ropewalk.cluster.Node;
import java.util.Collection;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a channel knows of the sending end of one node. Belongs to the channel's strand, but for the state that is told. */
final class EndAccount {
    private final Node node;
    private final EndLine line;
    private final TreeMap<Long, Object> early = new TreeMap<>();
    private volatile HomeState state;

    long asks;
    long granted;
    long returned;
    long received;
    long recalls;

    /** How many elements it has sent in all; -1 while it may send more. */
    long finished = -1;

    /** Whether it was told to give back what it has been granted last. */
    boolean isRecalled;

    /** How many elements have come. */
    private long come;

    /** The number of the next element that is handed on. */
    private long next;

    EndAccount(long channel, Node node, EndLine line) {
        this.node = node;
        this.line = line;
        this.state = HomeState.first(channel);
    }

    Node node() {
        return node;
    }

    /** Returns what is told next. */
    HomeState state() {
        return state;
    }

    void tell(HomeState.Mode mode, @Nullable Throwable cause) {
        state = new HomeState(state.channel(), granted, next, received, recalls, mode, cause);
        line.tell(this);
    }

    /** Returns how many elements may be on their way. */
    long outstanding() {
        return granted - returned - come;
    }

    /** Returns whether all has come that was sent and will be. One that has never asked for room has sent nothing, and may not any more when this counts. */
    boolean isFinished() {
        return finished >= 0 ? next >= finished : isSilent();
    }

    /** Returns whether it is known, and nobody has ever sent there. */
    boolean isSilent() {
        return asks == 0 && finished < 0;
    }

    /** Takes an element that has come; returns false if there is no room for it, or it was there. */
    boolean take(long number, Object element) {
        if (outstanding() <= 0 || number < next || number - next >= granted || early.containsKey(number)) {
            return false;
        }
        early.put(number, element);
        come++;
        return true;
    }

    /** Returns the number of the next element that is handed on; null if that hasn't come. */
    @Nullable
    Long ready() {
        Long number = next;
        return early.containsKey(number) ? number : null;
    }

    Object element(Long number) {
        return Objects.requireNonNull(early.get(number));
    }

    /** The next element was handed on. This needs no memory, or it could be handed on once more. */
    void handedOn(Long number) {
        var ignored = early.remove(number);
        next++;
    }

    /** Returns the elements that weren't handed on: before each one is missing, unless something fails. */
    Collection<Object> early() {
        return early.values();
    }
}
