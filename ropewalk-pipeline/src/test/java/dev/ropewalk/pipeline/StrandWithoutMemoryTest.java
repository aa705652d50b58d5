package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.testing.Await;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A stage that is a strand, and a producer that has no memory to wake it. */
class StrandWithoutMemoryTest extends PipelineTests {
    private final Thread producer = Thread.currentThread();
    private final AtomicBoolean full = new AtomicBoolean();
    private final AtomicLong handled = new AtomicLong();

    @Test
    void shouldWakeTheStageWithTheNextEvent() throws InterruptedException {
        Pipeline<Event> pipeline = Pipeline.builder(Event::new)
                .capacity(1 << 10)
                .singleProducer(true)
                .scheduler(withoutMemory())
                .waiting(WaitStrategy.strand())
                .stage("sleepy", (event, sequence, endOfBatch) -> handled.incrementAndGet())
                .build();
        var published = new AtomicLong();
        Await.until("a producer finds the stage asleep", () -> {
            Await.until("the stage is done", () -> handled.get() == published.get());
            full.set(true);
            published.incrementAndGet();
            try {
                boolean ignored = pipeline.tryPublish(value(1));
                return false;
            } catch (OutOfMemoryError e) {
                return true;
            } finally {
                full.set(false);
            }
        });
        pipeline.publish(value(2));
        published.incrementAndGet();
        Await.until("the stage is done", () -> handled.get() == published.get());
        assertThat(pipeline.close(LONG).isComplete()).isTrue();
    }

    private Scheduler withoutMemory() {
        Class<?>[] types = {Scheduler.class};
        return (Scheduler) Proxy.newProxyInstance(Scheduler.class.getClassLoader(), types, (_, method, arguments) -> {
            try {
                Object result = method.invoke(scheduler, arguments);
                return result instanceof Strand strand ? withoutMemory(strand) : result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
    }

    private Strand withoutMemory(Strand strand) {
        return new Strand() {
            @Override
            public void execute(Runnable task) {
                if (full.get() && Thread.currentThread().equals(producer)) {
                    throw new OutOfMemoryError("as if");
                }
                strand.execute(task);
            }

            @Override
            public Scheduler scheduler() {
                return strand.scheduler();
            }

            @Override
            public Placement placement() {
                return strand.placement();
            }

            @Override
            public boolean isCurrent() {
                return strand.isCurrent();
            }
        };
    }
}
