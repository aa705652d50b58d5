package dev.ropewalk.channel;

import dev.ropewalk.channel.core.OverflowPolicy;
import java.util.Arrays;
import java.util.stream.Stream;

/** The kinds of channels, for tests of what holds for all or some of them. */
enum Kind {
    RENDEZVOUS(0, OverflowPolicy.WAIT),
    BUFFERED_1(1, OverflowPolicy.WAIT),
    BUFFERED_2(2, OverflowPolicy.WAIT),
    BUFFERED_16(16, OverflowPolicy.WAIT),
    BUFFERED_100(100, OverflowPolicy.WAIT),
    UNLIMITED(Integer.MAX_VALUE, OverflowPolicy.WAIT),
    CONFLATED(1, OverflowPolicy.DROP_OLDEST),
    DROP_OLDEST_3(3, OverflowPolicy.DROP_OLDEST),
    DROP_NEWEST_3(3, OverflowPolicy.DROP_NEWEST);

    /** How many elements it holds. */
    final int capacity;

    final OverflowPolicy overflow;

    Kind(int capacity, OverflowPolicy overflow) {
        this.capacity = capacity;
        this.overflow = overflow;
    }

    /** Those whose senders may have to wait. */
    static Stream<Kind> bounded() {
        return Arrays.stream(values()).filter(kind -> !kind.drops() && kind != UNLIMITED);
    }

    /** Those that never drop an element. */
    static Stream<Kind> lossless() {
        return Arrays.stream(values()).filter(kind -> !kind.drops());
    }

    /** Those that drop an element when they are full. */
    static Stream<Kind> lossy() {
        return Arrays.stream(values()).filter(Kind::drops);
    }

    /** Those with a buffer. */
    static Stream<Kind> withBuffer() {
        return Arrays.stream(values()).filter(kind -> kind != RENDEZVOUS);
    }

    private boolean drops() {
        return overflow != OverflowPolicy.WAIT;
    }

    /** Returns how many elements a test puts in: all that fit, or some if there is no limit. */
    int fill() {
        return Math.min(capacity, 200);
    }

    <T> Channel<T> open() {
        return switch (this) {
            case RENDEZVOUS -> Channel.rendezvous();
            case UNLIMITED -> Channel.unlimited();
            case CONFLATED -> Channel.conflated();
            case DROP_OLDEST_3 -> Channel.dropOldest(capacity);
            case DROP_NEWEST_3 -> Channel.dropNewest(capacity);
            case BUFFERED_1, BUFFERED_2, BUFFERED_16, BUFFERED_100 -> Channel.buffered(capacity);
        };
    }

    <T> Channel<T> open(ChannelBuilder<T> builder) {
        return switch (this) {
            case RENDEZVOUS -> builder.rendezvous();
            case UNLIMITED -> builder.unlimited();
            case CONFLATED -> builder.conflated();
            case DROP_OLDEST_3 -> builder.dropOldest(capacity);
            case DROP_NEWEST_3 -> builder.dropNewest(capacity);
            case BUFFERED_1, BUFFERED_2, BUFFERED_16, BUFFERED_100 -> builder.buffered(capacity);
        };
    }

    /** Returns a channel that holds 0, 1, 2 ... as many as it can. */
    Channel<Integer> full() {
        Channel<Integer> channel = open();
        for (int i = 0; i < fill(); i++) {
            channel.trySend(i);
        }
        return channel;
    }
}
