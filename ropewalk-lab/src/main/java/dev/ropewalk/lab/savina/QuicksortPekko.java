package dev.ropewalk.lab.savina;

import dev.ropewalk.lab.savina.Quicksort.Position;
import dev.ropewalk.lab.savina.Quicksort.RootCue;
import dev.ropewalk.lab.savina.Quicksort.Sizes;
import dev.ropewalk.lab.savina.Quicksort.Sort;
import dev.ropewalk.lab.savina.Quicksort.Sorted;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** {@link Quicksort} on Pekko. */
final class QuicksortPekko {
    private QuicksortPekko() {}

    static String run(ActorSystem system, Sizes sizes) throws Exception {
        return PekkoRoot.run(system, RootCue.START, answer -> new Root(answer, sizes));
    }

    private static final class Root extends UntypedAbstractActor {
        private final CompletableFuture<String> answer;
        private final Sizes sizes;

        Root(CompletableFuture<String> answer, Sizes sizes) {
            this.answer = answer;
            this.sizes = sizes;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case RootCue.START ->
                    getContext()
                            .actorOf(Props.create(
                                    Sorter.class, () -> new Sorter(getSelf(), Position.ALL, sizes.threshold())))
                            .tell(new Sort(Numbers.random(sizes.numbers())), getSelf());
                case Sorted sorted -> answer.complete(Quicksort.answer(sorted.numbers()));
                default -> unhandled(message);
            }
        }
    }

    private static final class Sorter extends UntypedAbstractActor {
        private final ActorRef parent;
        private final Position position;
        private final int threshold;
        private Numbers sorted = Numbers.NONE;
        private int missing;

        Sorter(ActorRef parent, Position position, int threshold) {
            this.parent = parent;
            this.position = position;
            this.threshold = threshold;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Sort(var numbers) -> {
                    if (numbers.size() <= threshold) {
                        sorted = numbers.sorted();
                    } else {
                        split(numbers);
                    }
                    reportIfComplete();
                }
                case Sorted(var part, var numbers) -> {
                    sorted = part == Position.LEFT ? numbers.and(sorted) : sorted.and(numbers);
                    missing--;
                    reportIfComplete();
                }
                default -> unhandled(message);
            }
        }

        private void split(Numbers numbers) {
            Numbers.Parts parts = numbers.split();
            sorted = parts.equal();
            missing = 2;
            leave(Position.LEFT, parts.smaller());
            leave(Position.RIGHT, parts.larger());
        }

        private void leave(Position part, Numbers numbers) {
            getContext()
                    .actorOf(Props.create(Sorter.class, () -> new Sorter(getSelf(), part, threshold)))
                    .tell(new Sort(numbers), getSelf());
        }

        private void reportIfComplete() {
            if (missing == 0) {
                parent.tell(new Sorted(position, sorted), getSelf());
                getContext().stop(getSelf());
            }
        }
    }
}
