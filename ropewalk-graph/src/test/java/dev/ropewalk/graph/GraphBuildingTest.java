package dev.ropewalk.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import java.lang.reflect.Proxy;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a builder refuses, and in which words. */
@Timeout(30)
class GraphBuildingTest {
    private final TaskGraphDraft builder = TaskGraph.draft();

    @Test
    void shouldNameTheActionsOfACycle() {
        action("a").after("b");
        action("b").after("c");
        action("c").after("a");
        action("before").after("a");

        assertThatIllegalArgumentException()
                .isThrownBy(builder::build)
                .withMessage("actions depend on one another: a -> b -> c -> a");
    }

    @Test
    void shouldFindACycleBehindAnAcyclicPart() {
        Action<?> root = action("root");
        Action<?> a = action("a").after(root);
        Action<?> b = action("b").after(a);
        action("leaf").after(b);
        a.after(b);

        assertThatIllegalArgumentException()
                .isThrownBy(builder::build)
                .withMessage("actions depend on one another: a -> b -> a");
    }

    @Test
    void shouldShortenALongCycle() {
        int length = 100_000;
        for (int i = 0; i < length; i++) {
            action("a" + i).after("a" + (i + 1) % length);
        }

        assertThatIllegalArgumentException()
                .isThrownBy(builder::build)
                .withMessageStartingWith("actions depend on one another: a0 -> a1 -> ")
                .withMessageContaining(" -> a19 -> (99961 more) -> a99981 -> ")
                .withMessageEndingWith("a99999 -> a0");
    }

    @Test
    void shouldSayAlongWhichPathAnActionIsMissing() {
        action("app").after("lib");
        action("lib").after("gen");

        assertThatIllegalArgumentException()
                .isThrownBy(builder::build)
                .withMessage("there is no action 'gen': app -> lib -> gen");
    }

    @Test
    void shouldSayWhatIsMissingInACycleToo() {
        action("a").after("b", "missing");
        action("b").after("a");

        assertThatIllegalArgumentException()
                .isThrownBy(builder::build)
                .withMessage("there is no action 'missing': b -> a -> missing");
    }

    @Test
    void shouldRefuseTwoActionsOfOneName() {
        action("twin");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> action("twin"))
                .withMessage("there are two actions 'twin'");
    }

    @Test
    void shouldRefuseAnActionThatDependsOnItself() {
        Action<?> self = action("self");

        assertThatIllegalArgumentException().isThrownBy(() -> self.after(self)).withMessage("'self' depends on itself");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> self.after("self"))
                .withMessage("'self' depends on itself");
    }

    @Test
    void shouldTakeARepeatedDependencyForOne() throws InterruptedException {
        Action<Integer> one = builder.action("one", context -> 1);
        Action<Integer> two = builder.action("two", context -> context.value(one) + 1)
                .after(one, one)
                .after("one")
                .after(one);

        assertThat(builder.build().start().join().value(two)).isEqualTo(2);
    }

    @Test
    void shouldBeBuiltOnce() {
        Action<?> action = action("a");
        builder.build();

        assertThatIllegalStateException().isThrownBy(builder::build).withMessage("the graph has been built");
        assertThatIllegalStateException().isThrownBy(() -> action("b"));
        assertThatIllegalStateException().isThrownBy(() -> action.after("b"));
        assertThatIllegalStateException().isThrownBy(() -> action.cost(Duration.ofSeconds(1)));
        assertThatIllegalStateException().isThrownBy(() -> action.demand(Demand.nothing()));
    }

    @Test
    void shouldRefuseCostsAndTimeoutsThatMeanNothing() {
        Action<?> action = action("a");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> action.cost(Duration.ofNanos(-1)))
                .withMessage("cost of 'a' is below zero: PT-0.000000001S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> action.timeout(Duration.ZERO))
                .withMessage("timeout of 'a' must be above zero: PT0S");
    }

    @Test
    void shouldNameTheActionThatDemandsAnUnknownResource() {
        action("compile").demand(Demand.of("cpu", 1));
        action("train").demand(Demand.of("cpu", 1).and("gpu", 1));
        TaskGraph graph = builder.build();
        try (Budget budget = Budget.builder().resource("cpu", 2).build()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> graph.start(GraphOptions.defaults().budget(budget)))
                    .withMessage("'train' demands 'gpu': no resource 'gpu', only [cpu]");
        }
    }

    @Test
    void shouldKnowItsCriticalPath() {
        Action<?> a = action("a").cost(Duration.ofSeconds(1));
        Action<?> b = action("b").cost(Duration.ofSeconds(5)).after(a);
        Action<?> c = action("c").cost(Duration.ofSeconds(3)).after(a);
        action("d").cost(Duration.ofSeconds(2)).after(b, c);

        TaskGraph graph = builder.build();

        assertThat(graph.criticalPath()).isEqualTo(Duration.ofSeconds(8));
        assertThat(graph.actions()).extracting(Action::name).containsExactly("a", "b", "c", "d");
    }

    @Test
    void shouldNotOverflowWhenCostsAreEndless() {
        Duration endless = Duration.ofSeconds(Long.MAX_VALUE);
        Action<?> a = action("a").cost(endless);
        action("b").cost(endless).after(a);

        assertThat(builder.build().criticalPath()).isEqualTo(Duration.ofNanos(Long.MAX_VALUE));
    }

    @Test
    void shouldRefuseRetriesThatMeanNothing() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> Retry.attempts(0))
                .withMessage("attempts must be at least 1: 0");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> Retry.attempts(2).backOff(Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .withMessage("back-off must be from zero to PT1S: PT2S");
    }

    private Action<?> action(String name) {
        return builder.action(name, context -> name);
    }

    @Test
    void shouldRefuseADemandAndARetryThatTheLibraryHasNotMade() {
        Action<?> action = action("a");
        Demand foreignDemand = foreign(Demand.class);
        Retry foreignRetry = foreign(Retry.class);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> action.demand(foreignDemand))
                .withMessage("needs a demand made by Demand.of or Demand.nothing, not one of "
                        + foreignDemand.getClass().getName());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> action.retry(foreignRetry))
                .withMessage("needs a policy made by Retry.attempts or Retry.never, not one of "
                        + foreignRetry.getClass().getName());
    }

    /** A foreign implementation, no method of which may be called. */
    private static <T> T foreign(Class<T> type) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    throw new AssertionError("called " + method.getName());
                }));
    }
}
