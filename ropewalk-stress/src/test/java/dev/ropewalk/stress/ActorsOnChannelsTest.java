package dev.ropewalk.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ReceiveResult;
import dev.ropewalk.channel.Receiver;
import dev.ropewalk.channel.Sender;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Actors as parties of channels: by messages, or as threads that wait. */
@Timeout(30)
class ActorsOnChannelsTest {
    private static final int ELEMENTS = 10_000;

    @AutoClose
    private final ActorSystem system = ActorSystem.create("channels");

    private final Channel<Integer> numbers = Channel.rendezvous();
    private final Channel<Integer> squares = Channel.buffered(16);

    /** Asks for the next number when it has got one; what comes is a message like any other. */
    private static final class Squarer implements Actor<ReceiveResult<Integer>> {
        private final ActorRef<ReceiveResult<Integer>> self;
        private final Receiver<Integer> from;
        private final Sender<Integer> to;

        Squarer(ActorContext<ReceiveResult<Integer>> context, Receiver<Integer> from, Sender<Integer> to) {
            this.self = context.self();
            this.from = from;
            this.to = to;
            next();
        }

        private void next() {
            from.receiveAsync(Runnable::run, self::tell);
        }

        @Override
        public void receive(ReceiveResult<Integer> message) {
            if (message instanceof ReceiveResult.Received<Integer>(Integer number)) {
                to.sendAsync(number * number, Runnable::run, sent -> next());
            } else {
                to.close();
            }
        }
    }

    @Test
    void shouldReceiveByMessagesAndSendFromAThread() {
        ActorRef<ReceiveResult<Integer>> ignored =
                system.spawn("squarer", context -> new Squarer(context, numbers, squares));
        system.spawnBlocking("source", inbox -> {
            for (int i = 0; i < ELEMENTS; i++) {
                numbers.send(i);
            }
            numbers.close();
        });

        long sum = 0;
        for (int square : squares) {
            sum += square;
        }

        assertThat(sum)
                .isEqualTo(IntStream.range(0, ELEMENTS)
                        .mapToLong(i -> (long) i * i)
                        .sum());
    }
}
