package dev.ropewalk.channel.operator;

import dev.ropewalk.channel.Receiver;
import dev.ropewalk.channel.Sender;
import dev.ropewalk.channel.core.Closure;
import dev.ropewalk.channel.core.Each;
import dev.ropewalk.channel.core.LockedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * How the channels of an operator end. If all sources were closed and everything was passed on, the target is closed. If
 * anything else happens, all are failed with its cause: the target, so that its receivers don't take what has come for all
 * there is, and the sources, so that their senders don't send in vain; those that wait at a source which was closed before, too.
 * Thread-safe: the processes of one operator share it.
 */
public final class OperatorEnd {
    private final List<LockedChannel<?>> sources;
    private final Runnable close;
    private final Consumer<Throwable> fail;
    private final AtomicInteger open;

    /** Knows the target only by how to close and how to fail it. */
    public OperatorEnd(List<? extends Receiver<?>> sources, Runnable close, Consumer<Throwable> fail) {
        List<LockedChannel<?>> channels = new ArrayList<>();
        for (Receiver<?> source : sources) {
            channels.add(LockedChannel.of(source));
        }
        this.sources = channels;
        this.close = close;
        this.fail = fail;
        this.open = new AtomicInteger(sources.size());
    }

    /** Returns the end of an operator that receives from one source of a pair, and from the other for each element of that. */
    public static OperatorEnd ofPair(Receiver<?> first, Receiver<?> second, Sender<?> target) {
        LockedChannel<?> other = LockedChannel.of(second);
        return new OperatorEnd(List.of(first), target::close, cause -> {
            try {
                target.fail(cause);
            } finally {
                other.failWithReceiver(cause);
            }
        });
    }

    /** Says how passing on the elements of one source has ended. */
    void because(Closure how) {
        Throwable cause = how.cause();
        if (cause != null) {
            fail(cause);
        } else if (open.decrementAndGet() == 0) {
            close.run();
        }
    }

    /** One that refuses, such as a channel of a scope to which the calling process doesn't belong, keeps no other from its end. */
    void fail(Throwable cause) {
        try {
            fail.accept(cause);
        } finally {
            Each.of(sources, source -> source.failWithReceiver(cause));
        }
    }
}
