package dev.ropewalk.lab.savina;

import dev.ropewalk.lab.savina.Chameneos.Colour;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.jspecify.annotations.Nullable;

/** {@link Chameneos} on Pekko. */
final class ChameneosPekko {
    private enum Start {
        START
    }

    private record Meet(Colour colour) {}

    private record Change(Colour colour) {}

    private enum Exit {
        EXIT
    }

    private record Count(int met) {}

    private ChameneosPekko() {}

    static String run(ActorSystem system, int creatures, int meetings) throws Exception {
        return PekkoRoot.run(system, Start.START, answer -> new Mall(answer, creatures, meetings));
    }

    private static final class Mall extends UntypedAbstractActor {
        private final CompletableFuture<String> answer;
        private final List<ActorRef> creatures;
        private int meetingsLeft;
        private @Nullable ActorRef waiting;
        private int counted;
        private int met;

        Mall(CompletableFuture<String> answer, int creatures, int meetings) {
            this.answer = answer;
            meetingsLeft = meetings;
            ActorRef mall = getSelf();
            this.creatures = IntStream.range(0, creatures)
                    .mapToObj(k ->
                            getContext().actorOf(Props.create(Creature.class, () -> new Creature(mall, Colour.of(k)))))
                    .toList();
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Meet meet -> meet(meet);
                case Start.START -> creatures.forEach(creature -> creature.tell(Start.START, getSelf()));
                case Count count -> count(count);
                default -> unhandled(message);
            }
        }

        private void meet(Meet meet) {
            if (meetingsLeft == 0) {
                getSender().tell(Exit.EXIT, getSelf());
            } else if (waiting == null) {
                waiting = getSender();
            } else {
                meetingsLeft--;
                waiting.tell(meet, getSender());
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

    private static final class Creature extends UntypedAbstractActor {
        private final ActorRef mall;
        private Colour colour;
        private int met;

        Creature(ActorRef mall, Colour colour) {
            this.mall = mall;
            this.colour = colour;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Meet meet -> {
                    colour = colour.complement(meet.colour());
                    getSender().tell(new Change(colour), getSelf());
                    met++;
                    enterMall();
                }
                case Change change -> {
                    colour = change.colour();
                    met++;
                    enterMall();
                }
                case Start.START -> enterMall();
                case Exit.EXIT -> mall.tell(new Count(met), getSelf());
                default -> unhandled(message);
            }
        }

        private void enterMall() {
            mall.tell(new Meet(colour), getSelf());
        }
    }
}
