package dev.ropewalk.actor;

import java.time.Duration;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** One behaviour of an actor of a {@link TreeStorm}: does this and that, and looks whether the promises are kept. */
final class StormActor implements Actor<StormActor.Note> {
    private static final Duration SOON = Duration.ofNanos(50_000);
    private static final int DEEPEST = 5;
    private static final int MOST_STASHED = 5;

    private final TreeStorm storm;
    private final ActorContext<Note> context;
    private final Life life;
    private final SplittableRandom dice;
    private final int incarnation;

    /** What the actors get. */
    sealed interface Note {}

    /**
     * A letter: its number in the ledger, its writer, its number among the writer's letters to this recipient, and the ref to
     * answer.
     */
    record Letter(
            int number, int sender, long order, @Nullable ActorRef<Integer> replyTo) implements Note {}

    /** A tick of a timer that a behaviour has started. */
    record Tick(int incarnation) implements Note {}

    /** Another actor has ended. */
    record Ended(Life other) implements Note {}

    /** Thrown on purpose. */
    static final class Mishap extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Mishap() {
            super("on purpose", null, false, false);
        }
    }

    /** Thrown on purpose, for other rules of supervision. */
    static final class Disaster extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Disaster() {
            super("on purpose, too", null, false, false);
        }
    }

    StormActor(TreeStorm storm, ActorContext<Note> context, Life life) {
        this.storm = storm;
        this.context = context;
        this.life = life;
        this.dice = life.random;
        this.incarnation = ++life.incarnation;
    }

    /** Runs code of the actor, and notes if a promise was broken. */
    private void run(Runnable code) {
        try {
            life.enter();
            code.run();
        } catch (Life.Broken thrown) {
            storm.broke(thrown);
            throw thrown;
        } finally {
            life.leave();
        }
    }

    /** Goes on with the making: the factory may fail at any point. */
    StormActor made(boolean stillborn) {
        run(() -> {
            life.check(context.children().isEmpty(), "children outlived a restart");
            context.stash().unstashAll();
            if (dice.nextInt(4) == 0) {
                context.timers().startAtFixedRate("tick", new Tick(incarnation), SOON, SOON);
            }
            if (stillborn || dice.nextInt(50) == 0) {
                perhapsSpawn();
                throw new Mishap();
            }
        });
        return this;
    }

    @Override
    public void receive(Note note) {
        run(() -> {
            switch (note) {
                case Letter letter -> handle(letter);
                case Tick tick -> life.check(tick.incarnation == incarnation, "a tick of " + tick.incarnation);
                case Ended ended -> handle(ended);
            }
        });
    }

    private void stashing(Note note) {
        if (!(note instanceof Letter)) {
            receive(note);
            return;
        }
        run(() -> {
            context.stash().add(note);
            if (context.stash().size() >= MOST_STASHED) {
                context.stash().unstashAll();
                context.become(this);
            }
            perhapsFail();
        });
    }

    private void handle(Letter letter) {
        life.note(letter);
        storm.settle(letter, TreeStorm.HANDLED);
        if (letter.replyTo != null && dice.nextBoolean()) {
            letter.replyTo.tell(letter.number);
        }
        perhapsFail();
        for (int i = dice.nextInt(3); i > 0; i--) {
            storm.write(life);
        }
        act();
        perhapsFail();
    }

    private void act() {
        switch (dice.nextInt(40)) {
            case 0, 1, 2, 3 -> perhapsSpawn();
            case 4 -> context.children().stream().findAny().ifPresent(context::stop);
            case 5, 6 -> context.become(this::stashing);
            case 7, 8 -> watch(storm.anyone(dice));
            case 9 -> context.unwatch(storm.anyone(dice).ref());
            case 10 -> context.timers().cancelAll();
            case 11 -> context.timers().startSingle("single", new Tick(incarnation), SOON);
            case 12 -> stopSeldom();
            default -> {}
        }
    }

    private void stopSeldom() {
        if (dice.nextInt(5) == 0) {
            context.stop();
        }
    }

    private void perhapsSpawn() {
        if (life.depth < DEEPEST && !storm.isFull()) {
            storm.spawn(context, life, dice);
        }
    }

    private void watch(Life other) {
        if (!other.equals(life)) {
            context.watch(other.ref(), new Ended(other));
        }
    }

    private void perhapsFail() {
        if (dice.nextInt(40) == 0) {
            storm.failures.incrementAndGet();
            throw dice.nextInt(4) == 0 ? new Disaster() : new Mishap();
        }
    }

    private void handle(Ended ended) {
        life.check(ended.other.isOver(), "a notice came before the end of actor " + ended.other.id);
        if (life.mailbox.equals(Mailbox.unbounded()) && context.stash().size() == 0) {
            long last = life.lastFrom(ended.other.id);
            life.check(
                    last == ended.other.sentTo(life),
                    "a notice of actor " + ended.other.id + " came before its letter " + (last + 1));
        }
    }

    @Override
    public void preRestart(Throwable cause) {
        run(() -> storm.write(life));
    }

    @Override
    public void postStop() {
        run(() -> {
            storm.write(life);
            life.end();
        });
    }
}
