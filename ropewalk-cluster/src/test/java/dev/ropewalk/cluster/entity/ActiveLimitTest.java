package dev.ropewalk.cluster.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What the bound of active entities does when the one that it looks for isn't there, or can't be ended. */
class ActiveLimitTest {
    private static final int MAX = 100;

    private final AtomicInteger ended = new AtomicInteger();
    private boolean failing;
    private final ActiveLimit<Box> limit = new ActiveLimit<>(MAX, this::end);

    private static final class Box implements ActiveLimit.Marked {
        private boolean used;
        private boolean usedAlways;
        private boolean stays;
        private volatile boolean closed;

        @Override
        public boolean isClosed() {
            return closed;
        }

        @Override
        public boolean takeMark() {
            boolean isMarked = used || usedAlways;
            used = false;
            return isMarked;
        }

        @Override
        public boolean stays() {
            return stays;
        }
    }

    private void end(Box box) {
        if (failing) {
            failing = false;
            throw new OutOfMemoryError("on purpose");
        }
        box.closed = true;
        ended.incrementAndGet();
        limit.closed();
    }

    private List<Box> boxes(int count) {
        List<Box> boxes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            var box = new Box();
            limit.made(box);
            boxes.add(box);
        }
        return boxes;
    }

    @Test
    void shouldEndOneThatIsNotUsed() {
        List<Box> boxes = boxes(MAX);
        boxes.forEach(box -> box.used = true);
        boxes.get(17).used = false;
        limit.made(new Box());
        assertThat(boxes.stream().filter(Box::isClosed)).containsExactly(boxes.get(17));
    }

    @Test
    void shouldEndOneAlsoIfAllAreUsedAllTheTime() {
        List<Box> boxes = boxes(MAX);
        boxes.forEach(box -> box.usedAlways = true);
        var made = new Box();
        made.usedAlways = true;
        limit.made(made);
        assertThat(ended).hasValue(1);
        assertThat(made.isClosed()).isFalse();
    }

    @Test
    void shouldEndNoneThatWorksByItself() {
        List<Box> boxes = boxes(MAX);
        boxes.forEach(box -> box.stays = true);
        boxes.get(17).stays = false;
        boxes.get(17).usedAlways = true;
        limit.made(new Box());
        limit.made(new Box());
        assertThat(boxes.stream().filter(Box::isClosed)).containsExactly(boxes.get(17));

        boxes.forEach(box -> box.stays = false);
        limit.made(new Box());
        assertThat(ended).hasValue(3);
    }

    @Test
    void shouldMakeUpForOneThatCouldNotBeEnded() {
        boxes(MAX);
        failing = true;
        assertThatThrownBy(() -> limit.made(new Box())).isInstanceOf(OutOfMemoryError.class);
        assertThat(ended).hasValue(0);
        limit.made(new Box());
        assertThat(ended).hasValue(2);
    }

    @Test
    void shouldKeepTheNumberWhenManyThreadsMakeSome() throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(Thread.ofPlatform().start(() -> boxes(10 * MAX)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(ended).hasValue(4 * 10 * MAX - MAX);
    }
}
