package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Blocking actors and event actors in conversation. */
class BlockingPingPongTest extends BlockingActorTests {
    private static final int ROUNDS = 100_000;

    record Ball(int number, ActorRef<Ball> from) {}

    private final CompletableFuture<Integer> done = new CompletableFuture<>();

    private ActorRef<Ball> blockingEcho() {
        return system.spawnBlocking("pong", inbox -> {
            while (true) {
                Ball ball = inbox.receive();
                ball.from().tell(new Ball(ball.number() + 1, inbox.self()));
            }
        });
    }

    private ActorRef<Ball> eventEcho() {
        return system.spawn("pong", context -> ball -> ball.from().tell(new Ball(ball.number() + 1, context.self())));
    }

    private void playBlocking(ActorRef<Ball> pong) {
        system.<Ball>spawnBlocking("ping", inbox -> {
            int number = 0;
            for (int i = 0; i < ROUNDS; i++) {
                pong.tell(new Ball(number, inbox.self()));
                number = inbox.receive().number() + 1;
            }
            done.complete(number);
        });
    }

    private void playByEvents(ActorRef<Ball> pong) {
        ActorRef<Ball> ping = system.spawn("ping", context -> ball -> {
            if (ball.number() == 2 * ROUNDS) {
                done.complete(ball.number());
            } else {
                pong.tell(new Ball(ball.number() + 1, context.self()));
            }
        });
        ping.tell(new Ball(0, pong));
    }

    @Test
    void shouldPlayAmongBlockingActors() throws Exception {
        playBlocking(blockingEcho());
        assertThat(get(done)).isEqualTo(2 * ROUNDS);
    }

    @Test
    void shouldPlayFromABlockingActorToAnEventActor() throws Exception {
        playBlocking(eventEcho());
        assertThat(get(done)).isEqualTo(2 * ROUNDS);
    }

    @Test
    void shouldPlayFromAnEventActorToABlockingActor() throws Exception {
        playByEvents(blockingEcho());
        assertThat(get(done)).isEqualTo(2 * ROUNDS);
    }

    @Test
    void shouldAskInBothDirections() throws Exception {
        record Question(int number, ActorRef<Integer> replyTo) {}

        ActorRef<Question> event =
                system.spawn(context -> question -> question.replyTo().tell(question.number() + 1));
        ActorRef<Question> blocking = system.spawnBlocking(inbox -> {
            while (true) {
                Question question = inbox.receive();
                int answer = event.<Integer>ask(to -> new Question(question.number(), to), LONG)
                        .get();
                question.replyTo().tell(10 * answer);
            }
        });
        for (int i = 0; i < 1_000; i++) {
            int number = i;
            assertThat(get(blocking.<Integer>ask(to -> new Question(number, to), LONG)))
                    .isEqualTo(10 * (number + 1));
        }
    }
}
