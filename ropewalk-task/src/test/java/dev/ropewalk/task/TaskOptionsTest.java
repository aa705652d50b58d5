package dev.ropewalk.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Options of a task are options, never its result: {@code submit(task, options)} resembles {@code submit(task, result)}. */
class TaskOptionsTest {
    /** An executor without priorities refuses a priority, which shows that it has taken the options for options. */
    private static final TaskOptions URGENT = TaskOptions.defaults().priority(3);

    private final AtomicInteger ran = new AtomicInteger();
    private final BoundedExecutor executor = BoundedExecutor.builder(1).build();

    @AfterEach
    void close() {
        executor.close();
    }

    @Test
    void shouldTakeOptionsForOptionsWhateverTheShapeOfTheTask() {
        Runnable runnable = ran::incrementAndGet;
        Callable<Integer> callable = ran::incrementAndGet;
        var anonymous = new Runnable() {
            @Override
            public void run() {
                ran.incrementAndGet();
            }
        };
        assertThat(List.<ThrowingCallable>of(
                        () -> executor.submit(() -> {}, URGENT),
                        () -> executor.submit(() -> ran.incrementAndGet(), URGENT),
                        () -> executor.submit(
                                () -> {
                                    ran.incrementAndGet();
                                },
                                URGENT),
                        () -> executor.submit(
                                () -> {
                                    return ran.incrementAndGet();
                                },
                                URGENT),
                        () -> executor.submit(
                                () -> {
                                    throw new IllegalStateException();
                                },
                                URGENT),
                        () -> executor.submit(this::doNothing, URGENT),
                        () -> executor.submit(ran::incrementAndGet, URGENT),
                        () -> executor.submit(Object::new, URGENT),
                        () -> executor.submit(runnable, URGENT),
                        () -> executor.submit(callable, URGENT),
                        () -> executor.submit(anonymous, URGENT),
                        () -> executor.execute(() -> {}, URGENT),
                        () -> executor.execute(ran::incrementAndGet, URGENT)))
                .allSatisfy(submit ->
                        assertThatIllegalArgumentException().isThrownBy(submit).withMessageStartingWith("priority 3"));
        executor.close();
        assertThat(ran).hasValue(0);
    }

    private void doNothing() {}

    @Test
    void shouldGiveWhatTheTaskReturnsAndNotItsOptions() throws ExecutionException, InterruptedException {
        TaskOptions options = TaskOptions.defaults().deadline(Await.DEADLINE);
        Future<?> plain = executor.submit(this::doNothing, options);
        Future<Integer> counted = executor.submit(ran::incrementAndGet, options);
        Future<String> text = executor.submit(() -> "text", options);
        assertThat(plain.get()).isNull();
        assertThat(counted.get()).isEqualTo(1);
        assertThat(text.get()).isEqualTo("text");
    }

    @Test
    @SuppressWarnings("NullAway") // null is the case
    void shouldStillTakeOtherResults() throws ExecutionException, InterruptedException {
        Future<String> text = executor.submit(this::doNothing, "done");
        Future<Void> nothing = executor.submit(this::doNothing, (Void) null);
        assertThat(text.get()).isEqualTo("done");
        assertThat(nothing.get()).isNull();
    }

    @Test
    @SuppressWarnings("NullAway") // null is the case
    void shouldTakeAPlainNullForMissingOptions() {
        assertThatNullPointerException()
                .isThrownBy(() -> executor.submit((Runnable) this::doNothing, null))
                .withMessage("options");
    }

    @Test
    void shouldRefuseOptionsAsAResultWhereTheCompilerKnowsNoOptions() {
        ExecutorService service = executor;
        Object result = TaskOptions.defaults();
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> service.submit(() -> {}, TaskOptions.defaults().deadline(Duration.ofMillis(1))))
                .withMessageContaining("PT0.001S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> executor.submit(this::doNothing, result))
                .withMessageContaining("TaskOptions");
        assertThat(executor.submit(() -> {}, TaskOptions.defaults())).succeedsWithin(Await.DEADLINE);
    }
}
