package dev.ropewalk.lab.savina;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.lab.savina.Quicksort.Position;
import dev.ropewalk.lab.savina.Quicksort.RootCue;
import dev.ropewalk.lab.savina.Quicksort.Sizes;
import dev.ropewalk.lab.savina.Quicksort.Sort;
import dev.ropewalk.lab.savina.Quicksort.Sorted;
import dev.ropewalk.lab.savina.Quicksort.ToRoot;
import dev.ropewalk.lab.savina.Quicksort.ToSorter;
import java.util.concurrent.CompletableFuture;

/** {@link Quicksort} on Ropewalk. */
final class QuicksortRopewalk {
    private QuicksortRopewalk() {}

    static String run(ActorSystem system, Sizes sizes) throws Exception {
        return RopewalkRoot.<ToRoot>run(system, RootCue.START, (context, answer) -> new Root(context, answer, sizes));
    }

    private static final class Root implements Actor<ToRoot> {
        private final ActorContext<ToRoot> context;
        private final CompletableFuture<String> answer;
        private final Sizes sizes;

        Root(ActorContext<ToRoot> context, CompletableFuture<String> answer, Sizes sizes) {
            this.context = context;
            this.answer = answer;
            this.sizes = sizes;
        }

        @Override
        public void receive(ToRoot message) {
            switch (message) {
                case RootCue.START ->
                    context.<ToSorter>spawn(own -> new Sorter(own, context.self(), Position.ALL, sizes.threshold()))
                            .tell(new Sort(Numbers.random(sizes.numbers())));
                case Sorted sorted -> answer.complete(Quicksort.answer(sorted.numbers()));
            }
        }
    }

    private static final class Sorter implements Actor<ToSorter> {
        private final ActorContext<ToSorter> context;
        private final ActorRef<? super Sorted> parent;
        private final Position position;
        private final int threshold;
        private Numbers sorted = Numbers.NONE;
        private int missing;

        Sorter(ActorContext<ToSorter> context, ActorRef<? super Sorted> parent, Position position, int threshold) {
            this.context = context;
            this.parent = parent;
            this.position = position;
            this.threshold = threshold;
        }

        @Override
        public void receive(ToSorter message) {
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
            context.<ToSorter>spawn(own -> new Sorter(own, context.self(), part, threshold))
                    .tell(new Sort(numbers));
        }

        private void reportIfComplete() {
            if (missing == 0) {
                parent.tell(new Sorted(position, sorted));
                context.stop();
            }
        }
    }
}
