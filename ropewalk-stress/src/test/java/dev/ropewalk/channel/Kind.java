package dev.ropewalk.channel;

import java.util.function.Consumer;

/** The kinds of channels of which the model tests speak. */
public enum Kind {
    RENDEZVOUS(0, false, false) {
        @Override
        Channel<Integer> open(ChannelBuilder<Integer> builder) {
            return builder.rendezvous();
        }
    },
    BUFFERED_1(1, false, false) {
        @Override
        Channel<Integer> open(ChannelBuilder<Integer> builder) {
            return builder.buffered(1);
        }
    },
    BUFFERED_2(2, false, false) {
        @Override
        Channel<Integer> open(ChannelBuilder<Integer> builder) {
            return builder.buffered(2);
        }
    },
    UNLIMITED(Integer.MAX_VALUE, false, false) {
        @Override
        Channel<Integer> open(ChannelBuilder<Integer> builder) {
            return builder.unlimited();
        }
    },
    CONFLATED(1, true, false) {
        @Override
        Channel<Integer> open(ChannelBuilder<Integer> builder) {
            return builder.conflated();
        }
    },
    DROP_OLDEST_2(2, true, false) {
        @Override
        Channel<Integer> open(ChannelBuilder<Integer> builder) {
            return builder.dropOldest(2);
        }
    },
    DROP_NEWEST_2(2, false, true) {
        @Override
        Channel<Integer> open(ChannelBuilder<Integer> builder) {
            return builder.dropNewest(2);
        }
    };

    final int capacity;
    final boolean dropsOldest;
    final boolean dropsNewest;

    Kind(int capacity, boolean dropsOldest, boolean dropsNewest) {
        this.capacity = capacity;
        this.dropsOldest = dropsOldest;
        this.dropsNewest = dropsNewest;
    }

    abstract Channel<Integer> open(ChannelBuilder<Integer> builder);

    public final Channel<Integer> open(Consumer<Integer> onUndelivered) {
        return open(Channel.<Integer>builder().onUndelivered(onUndelivered));
    }
}
