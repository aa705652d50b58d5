package dev.ropewalk.channel.operator;

import dev.ropewalk.channel.ChannelClosedException;
import dev.ropewalk.channel.Producer;
import dev.ropewalk.channel.Sender;
import dev.ropewalk.channel.scope.WatchedBody;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the process of a producer does: the channel ends with it, and it with the channel. */
public final class Production<T> implements WatchedBody<Boolean> {
    private final Producer<T> producer;
    private final Sender<T> target;

    public Production(Producer<T> producer, Sender<T> target) {
        this.producer = Objects.requireNonNull(producer, "producer");
        this.target = Objects.requireNonNull(target, "to");
    }

    @Override
    public Boolean run() throws Exception {
        try {
            producer.produce(target);
        } catch (ChannelClosedException ended) {
            if (!target.isClosed()) {
                throw ended;
            }
        }
        target.close();
        return true;
    }

    @Override
    public void ended(@Nullable Throwable failure) {
        if (failure != null) {
            target.fail(failure);
        }
    }
}
