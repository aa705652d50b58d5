package dev.ropewalk.lab.affinity;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** Something for each channel that is in use. */
final class PerChannel<T> {
    private final Map<Channel, T> things = new EnumMap<>(Channel.class);

    /** Makes all of them. */
    <X extends Exception> PerChannel(Load load, Maker<T, X> maker) throws X {
        for (Channel channel : load.channels()) {
            things.put(channel, maker.make(channel));
        }
    }

    T of(Channel channel) {
        return Objects.requireNonNull(things.get(channel), () -> channel + " isn't in use");
    }

    void forEach(Consumer<T> action) {
        things.values().forEach(action);
    }

    /** Makes one. */
    @FunctionalInterface
    interface Maker<T, X extends Exception> {
        T make(Channel channel) throws X;
    }
}
