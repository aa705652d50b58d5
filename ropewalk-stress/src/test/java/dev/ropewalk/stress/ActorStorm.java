package dev.ropewalk.stress;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.BlockingActor;
import dev.ropewalk.actor.Inbox;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.scheduler.Placement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages to actors, from threads and from the actors themselves. Actors fail now and then and are restarted, change
 * their behaviour, stash and unstash what comes; some are blocking actors, which receive selectively; some have bounded
 * mailboxes that hold their senders up.
 */
final class ActorStorm {
    private static final int OUTSIDE = 3;
    private static final int MOST_OUTSTANDING = 20_000;
    private static final int CAPACITY = 40;
    private static final int CHILD_PERCENT = 80;
    private static final int MOST_STASHED = 20;

    private final List<Submitter> submitters = new ArrayList<>();
    private final List<ActorRef<Letter>> actors = new ArrayList<>();
    private final List<Diary> diaries = new ArrayList<>();
    private final AtomicLong outstanding = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private volatile boolean ended;

    /** Asks an actor to handle what it has put aside. */
    private static final Letter FLUSH = new Letter(-1, 0);

    /** A message: who sent it, and which of those to this actor it is. */
    record Letter(int from, long number) {}

    /** Thrown on purpose. */
    private static final class Mishap extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Mishap() {
            super("on purpose", null, false, false);
        }
    }

    ActorStorm(ActorSystem system, int count, SplittableRandom random) {
        for (int i = 0; i < OUTSIDE + count; i++) {
            submitters.add(new Submitter(i, count, random.split()));
        }
        Placement[] placements = {Placement.SOFT, Placement.SOFT, Placement.FREE, Placement.PINNED};
        for (int i = 0; i < count; i++) {
            Submitter self = submitters.get(OUTSIDE + i);
            var diary = new Diary("actor " + i, submitters.size());
            ActorOptions<Object> options = ActorOptions.defaults()
                    .name("actor-" + i)
                    .placement(placements[i % placements.length])
                    .mailbox(i % 3 == 0 ? Mailbox.bounded(CAPACITY, OverflowPolicy.BLOCK) : Mailbox.unbounded());
            diaries.add(diary);
            actors.add(
                    i % 4 == 3
                            ? system.spawnBlocking(options, new StormyLoop(self, diary))
                            : system.spawn(options, context -> new Stormy(context, self, diary)));
        }
    }

    /** Lets it rain for a time, and until an actor has failed; then waits until every message is handled. */
    void run(long nanos) throws InterruptedException {
        long until = System.nanoTime() + nanos;
        List<Thread> threads = new ArrayList<>();
        for (Submitter submitter : submitters.subList(0, OUTSIDE)) {
            threads.add(Thread.ofPlatform()
                    .name("outside-" + submitter.id())
                    .uncaughtExceptionHandler((thread, thrown) -> failed(thrown))
                    .start(() -> sendUntil(until, submitter)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        ended = true;
        actors.forEach(actor -> actor.tell(FLUSH));
        Deadline.await(
                "every message is handled",
                () -> outstanding.get() == 0 || failure.get() != null,
                () -> outstanding + " are left");
    }

    private void sendUntil(long until, Submitter submitter) {
        while ((System.nanoTime() - until < 0 || failures.get() == 0) && failure.get() == null) {
            if (outstanding.get() < MOST_OUTSTANDING) {
                for (int i = submitter.random.nextInt(64); i >= 0; i--) {
                    send(submitter);
                }
            } else {
                LockSupport.parkNanos(20_000);
            }
        }
    }

    private void send(Submitter from) {
        int to = from.random.nextInt(actors.size());
        long number = from.next(to);
        outstanding.incrementAndGet();
        actors.get(to).tell(new Letter(from.id(), number));
    }

    private void failed(Throwable thrown) {
        failure.compareAndSet(null, thrown);
    }

    @Nullable
    Throwable failure() {
        return failure.get();
    }

    long failures() {
        return failures.get();
    }

    /** Throws if an actor has handled other messages than were sent to it; returns how many were handled. */
    long checkSums() {
        long all = 0;
        for (int i = 0; i < actors.size(); i++) {
            all += diaries.get(i).check(i, submitters);
        }
        return all;
    }

    private void handle(Letter letter, Submitter self, Diary diary) {
        boolean mishap = false;
        try {
            diary.begin(letter.from(), letter.number());
            mishap = self.random.nextInt(20_000) == 0;
            if (!ended && outstanding.get() < MOST_OUTSTANDING && self.random.nextInt(100) < CHILD_PERCENT) {
                send(self);
            }
            diary.end();
        } catch (Throwable thrown) {
            failed(thrown);
        } finally {
            outstanding.decrementAndGet();
        }
        if (mishap) {
            failures.incrementAndGet();
            throw new Mishap();
        }
    }

    /** One actor of the storm. What it notes outlives a restart. */
    private final class Stormy implements Actor<Letter> {
        private final ActorContext<Letter> context;
        private final Submitter self;
        private final Diary diary;

        Stormy(ActorContext<Letter> context, Submitter self, Diary diary) {
            this.context = context;
            this.self = self;
            this.diary = diary;
        }

        @Override
        public void receive(Letter letter) {
            if (letter.equals(FLUSH)) {
                return;
            }
            if (!ended && self.random.nextInt(1000) == 0) {
                context.stash().add(letter);
                context.become(this::stashing);
            } else {
                handle(letter, self, diary);
            }
        }

        private void stashing(Letter letter) {
            context.stash().add(letter);
            if (letter.equals(FLUSH) || context.stash().size() >= MOST_STASHED) {
                context.become(this);
                context.stash().unstashAll();
            }
        }
    }

    /** One that receives what it likes. */
    private final class StormyLoop implements BlockingActor<Letter> {
        private final Submitter self;
        private final Diary diary;

        StormyLoop(Submitter self, Diary diary) {
            this.self = self;
            this.diary = diary;
        }

        @Override
        public void run(Inbox<Letter> inbox) throws InterruptedException {
            while (true) {
                receive(inbox).filter(letter -> !letter.equals(FLUSH)).ifPresent(letter -> handle(letter, self, diary));
            }
        }

        private Optional<Letter> receive(Inbox<Letter> inbox) throws InterruptedException {
            int chosen = self.random.nextInt(submitters.size());
            return switch (self.random.nextInt(8)) {
                case 0 -> inbox.tryReceive();
                case 1 -> inbox.receive(Duration.ofNanos(self.random.nextInt(50_000)));
                case 2 ->
                    inbox.receive(letter -> letter.from() == chosen, Duration.ofNanos(self.random.nextInt(50_000)));
                default -> Optional.of(inbox.receive());
            };
        }
    }
}
