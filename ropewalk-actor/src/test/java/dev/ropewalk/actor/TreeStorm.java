package dev.ropewalk.actor;

import dev.ropewalk.actor.StormActor.Letter;
import dev.ropewalk.actor.StormActor.Note;
import dev.ropewalk.actor.testkit.ActorTestKit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Trees of actors that grow, fail, restart, stash and stop at random while they write each other letters, and what must hold
 * whatever happens: one thing at a time, the letters of a sender in their order, no letter lost or doubled, no tick of an
 * earlier behaviour, no parent that ends before its children, no notice before the last letter, no question without an end.
 */
final class TreeStorm {
    static final int HANDLED = 1;
    private static final int DEAD = 1000;
    private static final int LETTERS = 8_000;
    private static final int ACTORS = 300;
    private static final int OUTSIDE = 2;
    private static final List<Directive> DIRECTIVES = List.of(Directive.values());

    final AtomicInteger failures = new AtomicInteger();
    private final ActorTestKit kit;
    private final SplittableRandom random;
    private final List<Life> lives = new CopyOnWriteArrayList<>();
    private final List<Life> tops = new CopyOnWriteArrayList<>();
    private final AtomicInteger lifeNumbers = new AtomicInteger(OUTSIDE);
    private final AtomicInteger written = new AtomicInteger();
    private final AtomicIntegerArray outcomes = new AtomicIntegerArray(LETTERS);
    private final ConcurrentLinkedQueue<CompletableFuture<?>> questions = new ConcurrentLinkedQueue<>();
    private final AtomicReference<@Nullable Throwable> broken = new AtomicReference<>();

    TreeStorm(ActorTestKit kit, SplittableRandom random) {
        this.kit = kit;
        this.random = random;
        ActorRef<DeadLetter> undertaker =
                kit.system().spawn("undertaker", context -> dead -> settle(dead.message(), DEAD));
        kit.system().events().subscribe(DeadLetter.class, undertaker);
    }

    /** Lets it rain, has all actors end, and checks what has become of each letter. */
    void run() throws Throwable {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < OUTSIDE; i++) {
            var outsider = new Life(i, 0, random.split());
            threads.add(Thread.ofPlatform().start(() -> rain(outsider)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        tops.forEach(top -> kit.system().stop(top.ref()));
        awaitUnlessBroken("all actors have ended", () -> lives.stream().allMatch(Life::isOver));
        awaitUnlessBroken("each letter has an outcome", () -> letters().noneMatch(i -> outcomes.get(i) == 0));
        awaitUnlessBroken("each question has an end", () -> questions.stream().allMatch(CompletableFuture::isDone));
        kit.close();
        Throwable failure = broken.get();
        if (failure != null) {
            throw failure;
        }
        letters().forEach(this::checkOutcome);
    }

    private void awaitUnlessBroken(String what, BooleanSupplier condition) {
        kit.await(what, () -> broken.get() != null || condition.getAsBoolean());
    }

    private IntStream letters() {
        return IntStream.range(0, Math.min(written.get(), LETTERS));
    }

    private void checkOutcome(int letter) {
        int outcome = outcomes.get(letter);
        if (outcome != HANDLED && outcome != DEAD) {
            throw new Life.Broken("letter " + letter + " was handled " + outcome % DEAD + " times and was "
                    + outcome / DEAD + " times a dead letter");
        }
    }

    void broke(Throwable thrown) {
        broken.compareAndSet(null, thrown);
    }

    // What outsiders do

    private void rain(Life outsider) {
        try {
            while (written.get() < LETTERS && broken.get() == null) {
                int dice = outsider.random.nextInt(1000);
                if (lives.isEmpty() || (dice < 10 && !isFull())) {
                    spawn(kit.system(), null, outsider.random);
                } else if (dice < 12) {
                    kit.system().stop(anyone(outsider.random).ref());
                } else {
                    write(outsider);
                }
            }
        } catch (Throwable thrown) {
            broke(thrown);
        }
    }

    // What all do

    boolean isFull() {
        return lives.size() >= ACTORS;
    }

    Life anyone(SplittableRandom dice) {
        return lives.get(dice.nextInt(lives.size()));
    }

    void write(Life from) {
        Life to = anyone(from.random);
        int number = written.getAndIncrement();
        if (number >= LETTERS) {
            return;
        }
        long order = from.nextTo(to);
        var letter = new Letter(number, from.id, order, null);
        switch (from.random.nextInt(20)) {
            case 0 -> ask(to, letter);
            case 1 -> {
                if (!to.ref().tryTell(letter)) {
                    settle(letter, DEAD);
                }
            }
            default -> to.ref().tell(letter);
        }
    }

    private void ask(Life to, Letter letter) {
        CompletableFuture<Integer> answer = to.ref()
                .ask(
                        replyTo -> new Letter(letter.number(), letter.sender(), letter.order(), replyTo),
                        Duration.ofMillis(20));
        questions.add(answer.whenComplete((number, failure) -> {
            if (failure instanceof AskTimeoutException && failure.toString().contains("had no room")) {
                settle(letter, DEAD);
            }
        }));
    }

    void settle(Object message, int outcome) {
        if (message instanceof Letter letter) {
            outcomes.addAndGet(letter.number(), outcome);
        }
    }

    void spawn(ActorSpawner parent, @Nullable Life parentLife, SplittableRandom dice) {
        int depth = parentLife == null ? 0 : parentLife.depth + 1;
        var life = new Life(lifeNumbers.getAndIncrement(), depth, dice.split());
        boolean stillborn = dice.nextInt(20) == 0;
        try {
            parent.<Note>spawn(options(life), context -> {
                if (life.incarnation == 0) {
                    life.born(context.self());
                    lives.add(life);
                    (parentLife == null ? tops : parentLife.children).add(life);
                }
                return new StormActor(this, context, life).made(stillborn && life.incarnation == 1);
            });
        } catch (StormActor.Mishap expected) {
            failures.incrementAndGet();
        }
    }

    private static ActorOptions<Object> options(Life life) {
        SplittableRandom dice = life.random;
        Supervision supervision = Supervision.restart()
                .limit(dice.nextInt(20), Duration.ofMillis(50))
                .on(StormActor.Disaster.class, DIRECTIVES.get(dice.nextInt(DIRECTIVES.size())))
                .otherwise(dice.nextInt(3) == 0 ? Directive.RESUME : Directive.RESTART);
        if (dice.nextBoolean()) {
            supervision = supervision.keepStash(true);
        }
        if (dice.nextInt(3) == 0) {
            supervision = supervision.allForOne(true);
        }
        if (dice.nextInt(3) == 0) {
            supervision = supervision.backoff(Duration.ofNanos(1000), Duration.ofNanos(200_000), 0.5);
        }
        return ActorOptions.defaults()
                .name("actor-" + life.id)
                .childSupervision(supervision)
                .mailbox(life.mailbox);
    }
}
