package dev.ropewalk.lab.savina;

import dev.ropewalk.lab.savina.Philosophers.Forks;
import dev.ropewalk.lab.savina.Philosophers.PhilosopherCue;
import dev.ropewalk.lab.savina.Philosophers.Sizes;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** {@link Philosophers} on Pekko. */
final class PhilosophersPekko {
    private enum ArbitratorCue {
        START
    }

    private record Hungry(int philosopher) {}

    private record Done(int philosopher) {}

    private record Left(int meals) {}

    private PhilosophersPekko() {}

    static String run(ActorSystem system, Sizes sizes) throws Exception {
        return PekkoRoot.run(system, ArbitratorCue.START, answer -> new Arbitrator(answer, sizes));
    }

    private static final class Arbitrator extends UntypedAbstractActor {
        private final CompletableFuture<String> answer;
        private final Sizes sizes;
        private final Forks forks;
        private int left;
        private int meals;

        Arbitrator(CompletableFuture<String> answer, Sizes sizes) {
            this.answer = answer;
            this.sizes = sizes;
            forks = new Forks(sizes.philosophers());
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case ArbitratorCue.START -> {
                    for (int k = 0; k < sizes.philosophers(); k++) {
                        int number = k;
                        getContext()
                                .actorOf(Props.create(
                                        Philosopher.class, () -> new Philosopher(getSelf(), number, sizes.rounds())))
                                .tell(PhilosopherCue.START, getSelf());
                    }
                }
                case Hungry(int philosopher) ->
                    getSender().tell(forks.take(philosopher) ? PhilosopherCue.EAT : PhilosopherCue.DENIED, getSelf());
                case Done(int philosopher) -> forks.putBack(philosopher);
                case Left(int eaten) -> {
                    meals += eaten;
                    left++;
                    if (left == sizes.philosophers()) {
                        answer.complete(Philosophers.answer(meals));
                    }
                }
                default -> unhandled(message);
            }
        }
    }

    private static final class Philosopher extends UntypedAbstractActor {
        private final ActorRef arbitrator;
        private final int rounds;
        private final Hungry hungry;
        private final Done done;
        private int meals;

        Philosopher(ActorRef arbitrator, int number, int rounds) {
            this.arbitrator = arbitrator;
            this.rounds = rounds;
            hungry = new Hungry(number);
            done = new Done(number);
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case PhilosopherCue.START, PhilosopherCue.DENIED -> arbitrator.tell(hungry, getSelf());
                case PhilosopherCue.EAT -> {
                    meals++;
                    arbitrator.tell(done, getSelf());
                    if (meals < rounds) {
                        getSelf().tell(PhilosopherCue.START, getSelf());
                    } else {
                        arbitrator.tell(new Left(meals), getSelf());
                    }
                }
                default -> unhandled(message);
            }
        }
    }
}
