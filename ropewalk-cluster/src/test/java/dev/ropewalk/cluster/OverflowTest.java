package dev.ropewalk.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.cluster.reliable.ReliableSender;
import dev.ropewalk.scheduler.StackEnd;
import dev.ropewalk.testing.Await;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Callers whose stack overflows at each call of what they call in turn. */
class OverflowTest extends ClusterTests {
    private static final int MANY = 5_000;
    private static final EntityType<Integer, Integer> BOXES = EntityType.of("box", Integer.class, Integer.class);

    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger stopped = new AtomicInteger();
    private final AtomicInteger handled = new AtomicInteger();
    private int next;

    private Actor<Integer> box(EntityContext<Integer, Integer> entity) {
        begun.incrementAndGet();
        return new Actor<>() {
            @Override
            public void receive(Integer number) {
                handled.incrementAndGet();
            }

            @Override
            public void postStop() {
                stopped.incrementAndGet();
            }
        };
    }

    private static boolean succeeds(Runnable step) {
        try {
            step.run();
            return true;
        } catch (StackOverflowError noStack) {
            return false;
        }
    }

    private static void passivate(Entities<Integer, Integer> boxes, int key) {
        var ignored = boxes.passivate(key);
    }

    private Entities<Integer, Integer> boxes() {
        return cluster.host(BOXES, EntityOptions.defaults().passivateIdle(false), this::box);
    }

    @Test
    void shouldLeaveNothingHalfBegun() throws Exception {
        Entities<Integer, Integer> boxes = boxes();
        StackEnd.sweepElsewhere(() -> succeeds(() -> boxes.entity(next++).tell(1)));
        for (int key = 0; key < next; key++) {
            get(boxes.passivate(key));
        }
        assertThat(boxes.stats().active()).isZero();
        assertThat(begun).hasValueGreaterThan(0).hasValue(stopped.get());
        assertThat(boxes.stats().started()).isEqualTo(begun.get());
    }

    @Test
    void shouldStopWhatItHasClosed() throws Exception {
        Entities<Integer, Integer> boxes = boxes();
        for (int key = 0; key < MANY; key++) {
            boxes.entity(key).tell(1);
        }
        Await.until("all have begun", () -> handled.get() == MANY);
        StackEnd.sweepElsewhere(() -> succeeds(() -> passivate(boxes, next++)));
        assertThat(next).isBetween(1, MANY);
        Await.until(
                "they have stopped",
                () -> boxes.stats().active() == MANY - boxes.stats().passivatedAsked());
        assertThat(stopped).hasValueGreaterThan(0);
        for (int key = 0; key < next; key++) {
            boxes.entity(key).tell(2);
        }
        Await.until("all are there", () -> handled.get() == MANY + next);
    }

    @Test
    void shouldStopWhatItSendsToWhileThatIsPassivated() throws Exception {
        Entities<Integer, Integer> boxes = boxes();
        EntityRef<Integer, Integer> box = boxes.entity(1);
        StackEnd.sweepElsewhere(() -> succeeds(() -> {
            box.tell(1);
            passivate(boxes, 1);
        }));
        get(boxes.passivate(1));
        Await.until("it has stopped", () -> boxes.stats().active() == 0);
        assertThat(begun).hasValueGreaterThan(0).hasValue(stopped.get());
    }

    @Test
    void shouldLookAgainThoughASenderCouldNotBeAsked() throws Exception {
        ReliableSender<Integer, Integer> sender =
                (ReliableSender<Integer, Integer>) boxes().entity(1).reliable();
        StackEnd.sweepElsewhere(() -> succeeds(sender::wake));
        assertThat(sender.offer(1, null, 1, null)).isTrue();
        sender.wake();
        Await.until("it is handled", () -> handled.get() == 1);
    }
}
