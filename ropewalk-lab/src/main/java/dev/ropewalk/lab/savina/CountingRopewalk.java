package dev.ropewalk.lab.savina;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.lab.savina.Counting.Count;
import dev.ropewalk.lab.savina.Counting.Cue;
import dev.ropewalk.lab.savina.Counting.Start;
import java.util.concurrent.CompletableFuture;

/** {@link Counting} on Ropewalk. */
final class CountingRopewalk {
    private sealed interface Command {}

    private enum Increment implements Command {
        INCREMENT
    }

    private record Get(ActorRef<Count> replyTo) implements Command {}

    private CountingRopewalk() {}

    static String run(ActorSystem system, int increments) throws Exception {
        return RopewalkRoot.<Cue>run(
                system, Start.START, (context, answer) -> new Producer(context, answer, increments));
    }

    private static final class Producer implements Actor<Cue> {
        private final ActorContext<Cue> context;
        private final CompletableFuture<String> answer;
        private final int increments;
        private final ActorRef<Command> counter;

        Producer(ActorContext<Cue> context, CompletableFuture<String> answer, int increments) {
            this.context = context;
            this.answer = answer;
            this.increments = increments;
            counter = context.spawn(own -> new Counter());
        }

        @Override
        public void receive(Cue cue) {
            switch (cue) {
                case Start.START -> produce();
                case Count count -> answer.complete(Counting.answer(count.value()));
            }
        }

        private void produce() {
            for (int k = 0; k < increments; k++) {
                counter.tell(Increment.INCREMENT);
            }
            counter.tell(new Get(context.self().narrow()));
        }
    }

    private static final class Counter implements Actor<Command> {
        private int count;

        @Override
        public void receive(Command command) {
            switch (command) {
                case Increment.INCREMENT -> count++;
                case Get get -> get.replyTo().tell(new Count(count));
            }
        }
    }
}
