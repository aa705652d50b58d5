package dev.ropewalk.lab.savina;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.lab.savina.Philosophers.Forks;
import dev.ropewalk.lab.savina.Philosophers.PhilosopherCue;
import dev.ropewalk.lab.savina.Philosophers.Sizes;
import java.util.concurrent.CompletableFuture;

/** {@link Philosophers} on Ropewalk. */
final class PhilosophersRopewalk {
    /** What the arbitrator gets. */
    private sealed interface ToArbitrator {}

    private enum ArbitratorCue implements ToArbitrator {
        START
    }

    private record Hungry(int philosopher, ActorRef<PhilosopherCue> replyTo) implements ToArbitrator {}

    private record Done(int philosopher) implements ToArbitrator {}

    private record Left(int meals) implements ToArbitrator {}

    private PhilosophersRopewalk() {}

    static String run(ActorSystem system, Sizes sizes) throws Exception {
        return RopewalkRoot.<ToArbitrator>run(
                system, ArbitratorCue.START, (context, answer) -> new Arbitrator(context, answer, sizes));
    }

    private static final class Arbitrator implements Actor<ToArbitrator> {
        private final ActorContext<ToArbitrator> context;
        private final CompletableFuture<String> answer;
        private final Sizes sizes;
        private final Forks forks;
        private int left;
        private int meals;

        Arbitrator(ActorContext<ToArbitrator> context, CompletableFuture<String> answer, Sizes sizes) {
            this.context = context;
            this.answer = answer;
            this.sizes = sizes;
            forks = new Forks(sizes.philosophers());
        }

        @Override
        public void receive(ToArbitrator message) {
            switch (message) {
                case ArbitratorCue.START -> {
                    for (int k = 0; k < sizes.philosophers(); k++) {
                        int number = k;
                        context.<PhilosopherCue>spawn(
                                        own -> new Philosopher(own, context.self(), number, sizes.rounds()))
                                .tell(PhilosopherCue.START);
                    }
                }
                case Hungry(int philosopher, var replyTo) ->
                    replyTo.tell(forks.take(philosopher) ? PhilosopherCue.EAT : PhilosopherCue.DENIED);
                case Done(int philosopher) -> forks.putBack(philosopher);
                case Left(int eaten) -> {
                    meals += eaten;
                    left++;
                    if (left == sizes.philosophers()) {
                        answer.complete(Philosophers.answer(meals));
                    }
                }
            }
        }
    }

    private static final class Philosopher implements Actor<PhilosopherCue> {
        private final ActorRef<PhilosopherCue> self;
        private final ActorRef<ToArbitrator> arbitrator;
        private final int rounds;
        private final Hungry hungry;
        private final Done done;
        private int meals;

        Philosopher(ActorContext<PhilosopherCue> context, ActorRef<ToArbitrator> arbitrator, int number, int rounds) {
            self = context.self();
            this.arbitrator = arbitrator;
            this.rounds = rounds;
            hungry = new Hungry(number, self);
            done = new Done(number);
        }

        @Override
        public void receive(PhilosopherCue cue) {
            switch (cue) {
                case START, DENIED -> arbitrator.tell(hungry);
                case EAT -> {
                    meals++;
                    arbitrator.tell(done);
                    if (meals < rounds) {
                        self.tell(PhilosopherCue.START);
                    } else {
                        arbitrator.tell(new Left(meals));
                    }
                }
            }
        }
    }
}
