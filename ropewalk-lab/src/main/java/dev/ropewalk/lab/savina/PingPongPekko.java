package dev.ropewalk.lab.savina;

import dev.ropewalk.lab.savina.PingPong.Cue;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** {@link PingPong} on Pekko. */
final class PingPongPekko {
    private enum Ping {
        PING
    }

    private PingPongPekko() {}

    static String run(ActorSystem system, int pings) throws Exception {
        return PekkoRoot.run(system, Cue.START, answer -> new Pinger(answer, pings));
    }

    private static final class Pinger extends UntypedAbstractActor {
        private final CompletableFuture<String> answer;
        private final int pings;
        private final ActorRef ponger = getContext().actorOf(Props.create(Ponger.class, Ponger::new));
        private int pongs;

        Pinger(CompletableFuture<String> answer, int pings) {
            this.answer = answer;
            this.pings = pings;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Cue.START -> ponger.tell(Ping.PING, getSelf());
                case Cue.PONG -> {
                    pongs++;
                    if (pongs < pings) {
                        ponger.tell(Ping.PING, getSelf());
                    } else {
                        answer.complete(PingPong.answer(pongs));
                    }
                }
                default -> unhandled(message);
            }
        }
    }

    private static final class Ponger extends UntypedAbstractActor {
        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Ping.PING -> getSender().tell(Cue.PONG, getSelf());
                default -> unhandled(message);
            }
        }
    }
}
