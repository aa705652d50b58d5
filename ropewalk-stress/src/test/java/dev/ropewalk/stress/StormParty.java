package dev.ropewalk.stress;

import dev.ropewalk.channel.ReceiveResult;
import dev.ropewalk.channel.Select;
import dev.ropewalk.channel.SelectBuilder;
import dev.ropewalk.channel.SendResult;
import dev.ropewalk.stress.StormChannel.Letter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A party of many channels, with one operation at a time. It checks that it receives what each other party sends in order. */
abstract class StormParty {
    final ChannelStorm storm;
    final SplittableRandom random;
    private final int id;
    private final @Nullable Seen[] seen = new @Nullable Seen[StormChannel.RECIPES.size()];
    private long number;

    /** The last numbers that were received from a channel, by their senders. */
    private static final class Seen {
        final StormChannel channel;
        final long[] numbers = new long[ChannelStorm.PARTIES];

        Seen(StormChannel channel) {
            this.channel = channel;
        }
    }

    StormParty(ChannelStorm storm, int id, SplittableRandom random) {
        this.storm = storm;
        this.id = id;
        this.random = random;
    }

    final Letter newLetter() {
        number++;
        return new Letter(id, number);
    }

    final Duration shortTime() {
        return Duration.ofNanos(random.nextInt(300_000));
    }

    final void sent(StormChannel to, Letter letter, SendResult result) {
        if (result.isSent()) {
            to.sent(letter);
        }
    }

    final void received(StormChannel from, ReceiveResult<Letter> result) {
        if (result instanceof ReceiveResult.Received<Letter>(Letter letter)) {
            received(from, letter);
        }
    }

    final void received(StormChannel from, Letter letter) {
        from.received(letter);
        long last = lastNumbers(from)[letter.from()];
        if (letter.number() <= last) {
            throw new AssertionError(this + " received from " + from.channel + " " + letter + " after number " + last);
        }
        lastNumbers(from)[letter.from()] = letter.number();
    }

    /** Of the channels that stood in one place, it remembers the last that it received from. */
    private long[] lastNumbers(StormChannel from) {
        Seen before = seen[from.place];
        if (before == null || before.channel != from) {
            before = new Seen(from);
            seen[from.place] = before;
        }
        return before.numbers;
    }

    /** Returns a select between some channels, of which one may stand in several clauses. */
    final Select<Boolean> newSelect() {
        SelectBuilder<Boolean> builder = switch (random.nextInt(3)) {
            case 0 -> Select.inOrder();
            case 1 -> Select.random();
            default -> Select.fair();
        };
        for (int i = random.nextInt(4); i >= 0; i--) {
            StormChannel channel = storm.anyChannel(random);
            if (random.nextBoolean()) {
                builder = builder.receiveResult(channel.channel, result -> {
                    received(channel, result);
                    return true;
                });
            } else {
                Letter letter = newLetter();
                builder = builder.sendResult(channel.channel, () -> letter, result -> {
                    sent(channel, letter, result);
                    return true;
                });
            }
        }
        SelectBuilder<Boolean> whole = switch (random.nextInt(4)) {
            case 0 -> builder.timeout(shortTime(), () -> false);
            case 1 -> builder.otherwise(() -> false);
            default -> builder;
        };
        return whole.build();
    }

    final void drain(StormChannel from) {
        List<Letter> letters = new ArrayList<>();
        from.channel.drainTo(letters, 1 + random.nextInt(8));
        letters.forEach(letter -> received(from, letter));
    }

    abstract void start();

    /** Disturbs what the party is waiting for, if anything. */
    abstract void disturb();

    /** Says where the party is, for a report. */
    abstract String position();

    @Override
    public final String toString() {
        return "party-" + id;
    }
}
