package dev.ropewalk.lab.savina;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.lab.savina.ThreadRing.Token;
import java.util.concurrent.CompletableFuture;

/** {@link ThreadRing} on Ropewalk. */
final class ThreadRingRopewalk {
    private ThreadRingRopewalk() {}

    static String run(ActorSystem system, int actors, Token token) throws Exception {
        return RopewalkRoot.run(system, token, (context, answer) -> root(context, actors, answer));
    }

    /** Makes the root and spawns the ring, from its end to its beginning. */
    private static Node root(ActorContext<Token> context, int actors, CompletableFuture<String> answer) {
        ActorRef<Token> first = context.self();
        for (int k = actors - 1; k > 0; k--) {
            int place = k;
            ActorRef<Token> after = first;
            first = context.spawn(own -> new Node(place, after, answer));
        }
        return new Node(0, first, answer);
    }

    private record Node(int position, ActorRef<Token> next, CompletableFuture<String> answer) implements Actor<Token> {
        @Override
        public void receive(Token token) {
            if (token.hopsLeft() > 0) {
                next.tell(token.next());
            } else {
                answer.complete(ThreadRing.answer(position));
            }
        }
    }
}
