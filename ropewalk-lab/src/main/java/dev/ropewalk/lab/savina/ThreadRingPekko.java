package dev.ropewalk.lab.savina;

import dev.ropewalk.lab.savina.ThreadRing.Token;
import java.util.concurrent.CompletableFuture;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** {@link ThreadRing} on Pekko. */
final class ThreadRingPekko {
    private ThreadRingPekko() {}

    static String run(ActorSystem system, int actors, Token token) throws Exception {
        return PekkoRoot.run(system, token, answer -> new Node(actors, answer));
    }

    private static final class Node extends UntypedAbstractActor {
        private final int position;
        private final ActorRef next;
        private final CompletableFuture<String> answer;

        Node(int position, ActorRef next, CompletableFuture<String> answer) {
            this.position = position;
            this.next = next;
            this.answer = answer;
        }

        /** Makes the root and spawns the ring, from its end to its beginning. */
        Node(int actors, CompletableFuture<String> answer) {
            ActorRef first = getSelf();
            for (int k = actors - 1; k > 0; k--) {
                int place = k;
                ActorRef after = first;
                first = getContext().actorOf(Props.create(Node.class, () -> new Node(place, after, answer)));
            }
            position = 0;
            next = first;
            this.answer = answer;
        }

        @Override
        public void onReceive(Object message) {
            if (message instanceof Token token) {
                receive(token);
            } else {
                unhandled(message);
            }
        }

        private void receive(Token token) {
            if (token.hopsLeft() > 0) {
                next.tell(token.next(), getSelf());
            } else {
                answer.complete(ThreadRing.answer(position));
            }
        }
    }
}
