package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ServiceKey;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.HandsOver;
import dev.ropewalk.cluster.codec.CodecLimits;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.testing.Await;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Nodes whose messages are small by the limits of their codecs: what shares a frame with others is larger than that. Each engine has a subclass. */
public abstract class SmallLimitsOnNodes extends OnNodes {
    private static final int MESSAGES = 20_000;
    private static final int KEYS = 200;
    private static final EntityType<String, Ask> NOTES = EntityType.of("note", String.class, Ask.class);

    /** Asks for the length of a text. */
    record Ask(ActorRef<Integer> replyTo) {}

    /** The state of an entity. */
    record Text(String text) {}

    private static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Integer.class)
            .register(3, Ask.class)
            .register(4, Text.class)
            .limits(CodecLimits.defaults().maxFrameBytes(8 << 10))
            .build();

    @Override
    CodecRegistry codecs() {
        return CODECS;
    }

    private static final class Note implements Actor<Ask>, HandsOver<Text> {
        private final Text text;

        Note(EntityContext<String, Ask> entity, String fresh) {
            text = entity.handedOver(Text.class).orElse(new Text(fresh));
        }

        @Override
        public void receive(Ask ask) {
            ask.replyTo().tell(text.text().length());
        }

        @Override
        public Text handOver() {
            return text;
        }
    }

    @Test
    void shouldLoseNoneOfMany() {
        Cluster first = join();
        Cluster second = join();
        var come = new AtomicInteger();
        ServiceKey<String> readers = new ServiceKey<>("reader", String.class);
        second.receptionist()
                .register(readers, systems.getLast().<String>spawn(context -> text -> come.incrementAndGet()));
        Await.until("it is known", () -> !first.receptionist().find(readers).isEmpty(), LONG);
        ActorRef<String> reader = first.receptionist().find(readers).iterator().next();
        for (int i = 0; i < MESSAGES; i++) {
            reader.tell("x".repeat(i % 100));
        }
        Await.until(
                () -> come + " have come, and " + losses.size() + " are lost",
                () -> come.get() + losses.size() == MESSAGES,
                LONG);
        assertThat(losses).isEmpty();
    }

    @Test
    void shouldHandOverManyStates() {
        Cluster first = join();
        EntityOptions<Object> options = EntityOptions.defaults().handOver(Text.class);
        first.host(NOTES, options, entity -> new Note(entity, "x".repeat(4000)));
        for (int key = 0; key < KEYS; key++) {
            assertThat(lengthOf(first, key)).isEqualTo(4000);
        }
        Cluster second = join();
        second.host(NOTES, options, entity -> new Note(entity, ""));
        assertThat(first.close(LONG).isComplete()).isTrue();
        for (int key = 0; key < KEYS; key++) {
            assertThat(lengthOf(second, key)).isEqualTo(4000);
        }
        assertThat(losses).isEmpty();
    }

    private static int lengthOf(Cluster cluster, int key) {
        return cluster.entity(NOTES, "note " + key).<Integer>ask(Ask::new, LONG).join();
    }
}
