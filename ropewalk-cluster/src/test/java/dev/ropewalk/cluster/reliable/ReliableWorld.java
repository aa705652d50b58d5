package dev.ropewalk.cluster.reliable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.ReliableOptions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A sender and an entity between which everything happens that may, in an order that is drawn: messages are lost, the entity begins anew, moves, or fails with its node, puts messages aside, forgets its senders. Whatever it is, the
 * entity handles the messages in their order, each of them, and none twice unless its node has failed or it has ended with a stash.
 */
class ReliableWorld {
    /** Plays in a world of its own for each seed. */
    static final class Worlds implements LongConsumer {
        @Override
        public void accept(long seed) {
            new ReliableWorld().play(seed);
        }
    }

    private static final int MESSAGES = 40;
    private static final int STEPS = 600;
    private static final int MAX_CALM_STEPS = 20_000;

    private Random random = new Random();
    private long lastToken;
    private Window<String> window = new Window<>(ReliableOptions.defaults());
    private Filter filter = newFilter();
    private long told;

    /** The next number that nobody has handled. */
    private long next = 1;

    /** What this entity has handled last; 0 if nothing. */
    private long last;

    private int strangers;
    private boolean mayRepeat;
    private boolean mustInquire;
    private final ArrayDeque<Stamp> net = new ArrayDeque<>();
    private final ArrayDeque<Stamp> mailbox = new ArrayDeque<>();
    private final List<Admitted> stash = new ArrayList<>();
    private final ArrayDeque<Runnable> news = new ArrayDeque<>();
    private final ArrayDeque<Stamp> losses = new ArrayDeque<>();

    private record Admitted(Stamp stamp, Heard heard) {}

    /** The sender, as the entity sees it: it hears what it is told some time later. */
    private final Origin origin = new Origin() {
        @Override
        public void handled(long before, boolean isAwaited) {
            news.addLast(() -> {
                int ignored = window.handled(before, message -> {});
            });
        }

        @Override
        public void failed(long number, Throwable failure) {}

        @Override
        public void again(int round, long token) {
            news.addLast(() -> begin(round, token));
        }
    };

    private void begin(int round, long token) {
        if (window.again(round, token) && random.nextInt(3) == 0) {
            window.slowDown();
        }
    }

    private Filter newFilter() {
        return new Filter(() -> ++lastToken);
    }

    /** Plays. */
    final void play(long seed) {
        random = new Random(seed);
        window = new Window<>(ReliableOptions.defaults().windowMessages(1 + random.nextInt(8)));
        boolean mayCrash = random.nextInt(3) == 0;
        for (int i = 0; i < STEPS; i++) {
            step(random.nextInt(mayCrash ? 22 : 21));
        }
        for (int i = 0; i < MAX_CALM_STEPS && (told < MESSAGES || !window.isEmpty()); i++) {
            step(i % 200 == 0 ? 15 : random.nextInt(14));
        }
        assertThat(window.isEmpty() && told == MESSAGES).as("all is over").isTrue();
        assertThat(next).as("all is handled").isEqualTo(MESSAGES + 1);
    }

    private void step(int kind) {
        switch (kind) {
            case 0, 1 -> tell();
            case 2, 3, 4 -> send();
            case 5, 6, 7 -> arrive();
            case 8, 9, 10 -> handle();
            case 11, 12 -> hear();
            case 13 -> unstash();
            case 14 -> lose();
            case 15 -> mustInquire = true;
            case 16 -> putAside();
            case 17 -> endAndBegin(random.nextBoolean());
            case 18 -> hearOfLoss();
            case 19 -> forget();
            case 20 -> refuse();
            default -> crash();
        }
        if (!losses.isEmpty() && random.nextInt(4) == 0) {
            hearOfLoss();
        }
    }

    @SuppressWarnings("NullAway") // nobody asks for its sender
    private void tell() {
        if (told < MESSAGES && !window.isFull()) {
            told++;
            window.add(new Pending<String>(null, "message " + told, null, null));
        }
    }

    private void send() {
        if (mustInquire && window.probe() != null) {
            mustInquire = false;
            net.addLast(window.sendProbe());
        } else if (window.peek() != null) {
            net.addLast(window.send());
        }
    }

    private void lose() {
        Stamp lost = net.pollFirst();
        if (lost != null) {
            losses.addLast(lost);
        }
    }

    private void hearOfLoss() {
        Stamp lost = losses.pollFirst();
        if (lost != null) {
            begin(lost.round(), 0);
        }
    }

    /** A message comes into the mailbox. */
    void arrive() {
        Stamp come = net.pollFirst();
        if (come != null) {
            mailbox.addLast(come);
        }
    }

    /** The mailbox is full. */
    private void refuse() {
        Stamp refused = net.pollFirst();
        if (refused != null) {
            origin.again(refused.round(), 0);
        }
    }

    private @Nullable Admitted admit() {
        Stamp stamp = mailbox.pollFirst();
        Heard heard = stamp == null ? null : filter.admit(stamp, origin);
        return stamp == null || heard == null ? null : new Admitted(stamp, heard);
    }

    private void handle() {
        Admitted admitted = admit();
        if (admitted != null) {
            note(admitted.stamp.number());
            finish(admitted);
        }
    }

    private void putAside() {
        Admitted admitted = admit();
        if (admitted != null) {
            noteOrder(admitted.stamp.number());
            stash.add(admitted);
        }
    }

    private void unstash() {
        stash.forEach(this::finish);
        stash.clear();
        next = Math.max(next, last + 1);
    }

    /** A message was handled. */
    private void finish(Admitted admitted) {
        Filter.handled(admitted.stamp, origin, admitted.heard, null);
    }

    private void note(long number) {
        noteOrder(number);
        if (stash.isEmpty()) {
            next = Math.max(next, number + 1);
        }
    }

    private void noteOrder(long number) {
        if (last > 0) {
            assertThat(number).as("goes on in this entity").isEqualTo(last + 1);
        } else if (mayRepeat) {
            assertThat(number).as("begins, and leaves out nothing").isLessThanOrEqualTo(next);
        } else {
            assertThat(number).as("begins").isEqualTo(next);
        }
        last = number;
    }

    private void hear() {
        Runnable first = news.pollFirst();
        if (first != null) {
            first.run();
        }
    }

    /** The entity ends as it should, on this node or to move to another one. */
    private void endAndBegin(boolean moves) {
        mailbox.forEach(stamp -> origin.again(stamp.round(), 0));
        mailbox.clear();
        if (!stash.isEmpty()) {
            mayRepeat = true;
            stash.forEach(each -> origin.again(each.heard.round, 0));
            stash.clear();
        }
        if (moves) {
            hearAll();
        }
        beginAnew();
    }

    /** The hand-over waits for this. */
    void hearAll() {
        while (!news.isEmpty()) {
            hear();
        }
    }

    void forgetNews() {
        news.clear();
    }

    private void beginAnew() {
        filter = newFilter();
        last = 0;
    }

    private void forget() {
        for (int i = 0; i < Filter.MAX_SENDERS; i++) {
            var stranger = new Stranger(++strangers);
            var stamp = new Stamp(1, 1, 0, 0, 0, Stamp.FIRST);
            Filter.handled(stamp, stranger, Objects.requireNonNull(filter.admit(stamp, stranger)), null);
        }
        if (stash.isEmpty()) {
            last = 0;
        }
    }

    private record Stranger(int number) implements Origin {
        @Override
        public void handled(long before, boolean isAwaited) {}

        @Override
        public void failed(long message, Throwable failure) {}

        @Override
        public void again(int round, long token) {}
    }

    /** The node of the entity fails. Nobody hears what was lost with it, but that it is gone. */
    private void crash() {
        mailbox.clear();
        stash.clear();
        news.clear();
        net.clear();
        mayRepeat = true;
        mustInquire = true;
        beginAnew();
    }

    int waiting() {
        return mailbox.size();
    }

    /** Hands out what has come last, as handled. */
    void handleAtOnce() {
        Stamp stamp = mailbox.peekLast();
        if (stamp != null) {
            origin.handled(stamp.number() + 1, true);
        }
    }
}
