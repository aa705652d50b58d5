package dev.ropewalk.lab.savina;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.lab.savina.Chameneos.Colour;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** {@link Chameneos} on Ropewalk. */
final class ChameneosRopewalk {
    private sealed interface ToMall {}

    private sealed interface ToCreature {}

    private enum Start implements ToMall, ToCreature {
        START
    }

    private record Meet(Colour colour, ActorRef<ToCreature> creature) implements ToMall, ToCreature {}

    private record Change(Colour colour) implements ToCreature {}

    private enum Exit implements ToCreature {
        EXIT
    }

    private record Count(int met) implements ToMall {}

    private ChameneosRopewalk() {}

    static String run(ActorSystem system, int creatures, int meetings) throws Exception {
        return RopewalkRoot.<ToMall>run(
                system, Start.START, (context, answer) -> new Mall(context, answer, creatures, meetings));
    }

    private static final class Mall implements Actor<ToMall> {
        private final CompletableFuture<String> answer;
        private final List<ActorRef<ToCreature>> creatures;
        private int meetingsLeft;
        private @Nullable ActorRef<ToCreature> waiting;
        private int counted;
        private int met;

        Mall(ActorContext<ToMall> context, CompletableFuture<String> answer, int creatures, int meetings) {
            this.answer = answer;
            meetingsLeft = meetings;
            this.creatures = IntStream.range(0, creatures)
                    .mapToObj(k ->
                            context.<ToCreature>spawn(own -> new Creature(own.self(), context.self(), Colour.of(k))))
                    .toList();
        }

        @Override
        public void receive(ToMall message) {
            switch (message) {
                case Meet meet -> meet(meet);
                case Start.START -> creatures.forEach(creature -> creature.tell(Start.START));
                case Count count -> count(count);
            }
        }

        private void meet(Meet meet) {
            if (meetingsLeft == 0) {
                meet.creature().tell(Exit.EXIT);
            } else if (waiting == null) {
                waiting = meet.creature();
            } else {
                meetingsLeft--;
                waiting.tell(meet);
                waiting = null;
            }
        }

        private void count(Count count) {
            counted++;
            met += count.met();
            if (counted == creatures.size()) {
                answer.complete(Chameneos.answer(counted, met));
            }
        }
    }

    private static final class Creature implements Actor<ToCreature> {
        private final ActorRef<ToCreature> self;
        private final ActorRef<ToMall> mall;
        private Colour colour;
        private int met;

        Creature(ActorRef<ToCreature> self, ActorRef<ToMall> mall, Colour colour) {
            this.self = self;
            this.mall = mall;
            this.colour = colour;
        }

        @Override
        public void receive(ToCreature message) {
            switch (message) {
                case Meet meet -> {
                    colour = colour.complement(meet.colour());
                    meet.creature().tell(new Change(colour));
                    met++;
                    enterMall();
                }
                case Change change -> {
                    colour = change.colour();
                    met++;
                    enterMall();
                }
                case Start.START -> enterMall();
                case Exit.EXIT -> mall.tell(new Count(met));
            }
        }

        private void enterMall() {
            mall.tell(new Meet(colour, self));
        }
    }
}
