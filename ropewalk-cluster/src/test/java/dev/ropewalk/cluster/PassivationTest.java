package dev.ropewalk.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Entities are passivated while others send to them: nothing is lost, nothing is overtaken, and no two of a key live. */
class PassivationTest extends ClusterTests {
    private static final int SENDERS = 4;
    private static final int KEYS = 8;
    private static final EntityType<Integer, Letter> BOXES = EntityType.of("box", Integer.class, Letter.class);

    private record Letter(int from, int number) {}

    private final AtomicLong handled = new AtomicLong();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();
    private final AtomicIntegerArray living = new AtomicIntegerArray(KEYS);

    /** By key and sender; the entities of a key hand it on, which happens-before says they may. */
    private final int[][] last = new int[KEYS][SENDERS];

    private Actor<Letter> box(EntityContext<Integer, Letter> entity) {
        int key = entity.key();
        if (living.incrementAndGet(key) != 1) {
            faults.add("two of " + key + " live");
        }
        return new Actor<>() {
            @Override
            public void receive(Letter letter) {
                if (letter.number() != ++last[key][letter.from()]) {
                    faults.add(letter + " came as number " + last[key][letter.from()] + " to " + key);
                }
                handled.incrementAndGet();
                if (letter.number() % 17 == 0) {
                    entity.passivate();
                }
            }

            @Override
            public void postStop() {
                living.decrementAndGet(key);
            }
        };
    }

    private void sendFromAllSides(Entities<Integer, Letter> boxes, int each) throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < SENDERS; i++) {
            int from = i;
            Thread.Builder kind = i % 2 == 0 ? Thread.ofPlatform() : Thread.ofVirtual();
            threads.add(kind.start(() -> {
                List<EntityRef<Integer, Letter>> refs = new ArrayList<>();
                for (int key = 0; key < KEYS; key++) {
                    refs.add(boxes.entity(key));
                }
                for (int number = 1; number <= each; number++) {
                    for (int key = 0; key < KEYS; key++) {
                        EntityRef<Integer, Letter> ref = number % 5 == 0 ? boxes.entity(key) : refs.get(key);
                        ref.tell(new Letter(from, number));
                    }
                    if (number % 100 == 0) {
                        boxes.passivate(number % KEYS).join();
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Await.until("all are handled", () -> handled.get() == (long) SENDERS * KEYS * each);
        assertThat(faults).isEmpty();
        assertThat(deadLetters).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 10})
    void shouldLoseNothingAndKeepTheOrder(int capacity) throws Exception {
        ActorOptions<Object> actor = capacity == 0
                ? ActorOptions.defaults()
                : ActorOptions.defaults().mailbox(Mailbox.bounded(capacity, OverflowPolicy.BLOCK));
        sendFromAllSides(cluster.host(BOXES, EntityOptions.defaults().actor(actor), this::box), 500);
    }

    @Test
    void shouldLoseNothingWhileEntitiesAreIdle() throws Exception {
        Entities<Integer, Letter> boxes =
                cluster.host(BOXES, EntityOptions.defaults().idleTime(Duration.ofMillis(1)), this::box);
        sendFromAllSides(boxes, 500);
        Await.until("all are passivated", () -> boxes.stats().active() == 0);
    }

    @Test
    void shouldLoseNothingWhileThereAreTooMany() throws Exception {
        Entities<Integer, Letter> boxes =
                cluster.host(BOXES, EntityOptions.defaults().maxActive(KEYS / 2), this::box);
        sendFromAllSides(boxes, 500);
        Await.until("there are as many as may be", () -> boxes.stats().active() <= KEYS / 2);
        assertThat(boxes.stats().passivatedOver()).isPositive();
    }

    @Test
    void shouldPassivateWhatIsIdle() {
        Entities<Integer, Letter> boxes = cluster.host(
                BOXES,
                EntityOptions.defaults().idleTime(Duration.ofMillis(1)),
                entity -> letter -> handled.incrementAndGet());
        boxes.entity(1).tell(new Letter(0, 1));
        Await.until("it is passivated", () -> boxes.stats().equals(new EntityStats(0, 1, 1, 0, 0, 0)));
        assertThat(handled).hasValue(1);
    }

    @Test
    void shouldPassivateThoseThatNothingWasSentTo() {
        Entities<Integer, Letter> boxes = cluster.host(
                BOXES,
                EntityOptions.defaults().maxActive(3).passivateIdle(false),
                entity -> letter -> handled.incrementAndGet());
        int number = 0;
        for (int key = 0; key < 100; key++) {
            boxes.entity(key).tell(new Letter(0, 1));
            boxes.entity(1000).tell(new Letter(0, ++number));
        }
        Await.until("there are as many as may be", () -> boxes.stats().active() <= 3);
        assertThat(boxes.stats().started()).isEqualTo(101);
        assertThat(boxes.activeKeys()).contains(1000);
        Await.until("all are handled", () -> handled.get() == 200);
    }

    @Test
    void shouldKeepIdleOnesIfWanted() {
        Entities<Integer, Letter> boxes = cluster.host(
                BOXES, EntityOptions.defaults().passivateIdle(false), entity -> letter -> handled.incrementAndGet());
        boxes.entity(1).tell(new Letter(0, 1));
        Await.until("it is handled", () -> handled.get() == 1);
        assertThat(boxes.activeKeys()).containsExactly(1);
    }

    @Test
    void shouldKeepThoseThatAreUsed() {
        Entities<Integer, Letter> boxes = cluster.host(
                BOXES,
                EntityOptions.defaults().idleTime(Duration.ofMillis(20)),
                entity -> letter -> handled.incrementAndGet());
        boxes.entity(1).tell(new Letter(0, 1));
        Await.until("an idle one is passivated", () -> {
            boxes.entity(2).tell(new Letter(0, 1));
            return !boxes.activeKeys().contains(1);
        });
    }
}
