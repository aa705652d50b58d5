package dev.ropewalk.stress;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ChannelClosedException;
import dev.ropewalk.channel.PendingOperation;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.stress.StormChannel.Letter;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A strand as a party, which waits by callbacks; it is disturbed by cancelling what it waits for. */
final class StrandParty extends StormParty {
    private final Strand strand;
    private volatile @Nullable PendingOperation pending;

    StrandParty(ChannelStorm storm, int id, SplittableRandom random, Strand strand) {
        super(storm, id, random);
        this.strand = strand;
    }

    @Override
    void start() {
        strand.execute(this::step);
    }

    private void step() {
        if (storm.hasEnded()) {
            storm.left();
            return;
        }
        try {
            pending = act(storm.anyChannel(random));
            if (pending == null) {
                strand.execute(this::step);
            }
        } catch (Throwable thrown) {
            failed(thrown);
        }
    }

    /** Begins an operation that ends with a callback, or makes one that ends at once and returns null. */
    private @Nullable PendingOperation act(StormChannel target) {
        Channel<Letter> channel = target.channel;
        Letter letter = newLetter();
        return switch (random.nextInt(6)) {
            case 0 -> channel.sendAsync(letter, strand, result -> goOn(() -> sent(target, letter, result)));
            case 1 -> channel.receiveAsync(strand, result -> goOn(() -> received(target, result)));
            case 2 -> {
                sent(target, letter, channel.trySendResult(letter));
                yield null;
            }
            case 3 -> {
                try {
                    drain(target);
                } catch (ChannelClosedException end) {
                    storm.ended();
                }
                yield null;
            }
            default -> newSelect().selectAsync(strand, done -> goOn(() -> {}));
        };
    }

    private void goOn(Runnable note) {
        try {
            note.run();
            strand.execute(this::step);
        } catch (Throwable thrown) {
            failed(thrown);
        }
    }

    private void failed(Throwable thrown) {
        storm.failed(thrown);
        storm.left();
    }

    @Override
    void disturb() {
        PendingOperation operation = pending;
        if (operation != null && operation.cancel()) {
            storm.disturbed();
            strand.execute(this::step);
        }
    }

    @Override
    String position() {
        return this + ", " + strand + ", last waited for " + pending;
    }
}
