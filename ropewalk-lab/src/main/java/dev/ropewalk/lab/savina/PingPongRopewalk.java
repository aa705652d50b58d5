package dev.ropewalk.lab.savina;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.lab.savina.PingPong.Cue;
import java.util.concurrent.CompletableFuture;

/** {@link PingPong} on Ropewalk. */
final class PingPongRopewalk {
    private record Ping(ActorRef<Cue> replyTo) {}

    private PingPongRopewalk() {}

    static String run(ActorSystem system, int pings) throws Exception {
        return RopewalkRoot.run(system, Cue.START, (context, answer) -> new Pinger(context, answer, pings));
    }

    private static final class Pinger implements Actor<Cue> {
        private final CompletableFuture<String> answer;
        private final int pings;
        private final Ping ping;
        private final ActorRef<Ping> ponger;
        private int pongs;

        Pinger(ActorContext<Cue> context, CompletableFuture<String> answer, int pings) {
            this.answer = answer;
            this.pings = pings;
            ping = new Ping(context.self());
            ponger = context.spawn(own -> new Ponger());
        }

        @Override
        public void receive(Cue cue) {
            switch (cue) {
                case START -> ponger.tell(ping);
                case PONG -> {
                    pongs++;
                    if (pongs < pings) {
                        ponger.tell(ping);
                    } else {
                        answer.complete(PingPong.answer(pongs));
                    }
                }
            }
        }
    }

    private static final class Ponger implements Actor<Ping> {
        @Override
        public void receive(Ping ping) {
            ping.replyTo().tell(Cue.PONG);
        }
    }
}
