package dev.ropewalk.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a run does with values, failures and handles. */
@Timeout(30)
class TaskGraphTest {
    private final TaskGraphDraft builder = TaskGraph.draft();

    @Test
    void shouldHandTheValuesOfDependenciesToTheDependant() throws InterruptedException {
        Action<Integer> six = builder.action("six", context -> 6);
        Action<Integer> seven = builder.asyncAction("seven", context -> CompletableFuture.completedFuture(7));
        Action<String> product = builder.action("product", context -> "" + context.value(six) * context.value(seven))
                .after(six, seven);

        GraphResult result = builder.build().start().join();

        assertThat(result.value(product)).isEqualTo("42");
        assertThat(result.isSuccess()).isTrue();
        assertThat(result.orThrow()).isSameAs(result);
    }

    @Test
    void shouldEndWithoutActions() throws InterruptedException {
        assertThat(builder.build().start().join().isSuccess()).isTrue();
    }

    @Test
    void shouldRunAGraphManyTimes() throws InterruptedException {
        AtomicInteger runs = new AtomicInteger();
        Action<Integer> count = builder.action("count", context -> runs.incrementAndGet());
        TaskGraph graph = builder.build();

        GraphRun one = graph.start();
        GraphRun other = graph.start();

        assertThat(one.join().value(count) + other.join().value(count)).isEqualTo(3);
    }

    @Test
    void shouldRefuseToReadWhatIsNoDependency() throws InterruptedException {
        Action<Integer> one = builder.action("one", context -> 1);
        Action<Integer> two = builder.action("two", context -> context.value(one) + 1);

        GraphResult result = builder.build().start().join();

        assertThat(result.failures().get(two))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'two' reads the value of 'one', which isn't one of its dependencies");
    }

    @Test
    void shouldNotTakeAnActionOfAnotherGraph() throws InterruptedException {
        Action<Integer> foreign = TaskGraph.draft().action("foreign", context -> 1);
        Action<Integer> own = builder.action("own", context -> context.value(foreign));

        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> own.after(foreign))
                .withMessage("'own' depends on 'foreign', which belongs to another graph");
        GraphResult result = builder.build().start().join();
        assertThat(result.failures().get(own)).hasMessage("the action 'foreign' belongs to another graph");
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> result.value(foreign));
    }

    @Test
    void shouldKeepAValueWhateverItIs() throws InterruptedException {
        Action<Object> context = builder.action("context", own -> own);
        var nothing = builder.run("nothing", own -> {});

        GraphResult result = builder.build().start().join();

        assertThat(result.value(context)).isInstanceOf(ActionContext.class);
        assertThat(result.value(nothing)).isNull();
        assertThat(result.isSuccess()).isTrue();
    }

    @Test
    void shouldRunAMillionActionsInAChain() throws InterruptedException {
        int length = 1_000_000;
        Action<Integer> last = builder.action("0", context -> 0);
        for (int i = 1; i < length; i++) {
            Action<Integer> before = last;
            last = builder.action(Integer.toString(i), context -> context.value(before) + 1)
                    .after(before);
        }

        assertThat(builder.build().start().join().value(last)).isEqualTo(length - 1);
    }
}
