package dev.ropewalk.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.limit.Limiter;
import java.util.Objects;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What is wrong is told in a sentence, with the actual value, when the application starts. */
class StartFailuresTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    RopewalkActorAutoConfiguration.class,
                    RopewalkAutoConfiguration.class,
                    RopewalkExecutorAutoConfiguration.class,
                    RopewalkHealthAutoConfiguration.class,
                    RopewalkMetricsAutoConfiguration.class));

    @Configuration(proxyBeanMethods = false)
    static class Misspelt {
        /** A bean. */
        static class Shop {
            @Limited("serch")
            String find() {
                return "";
            }
        }

        @Bean
        Shop shop() {
            return new Shop();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Untold {
        /** A bean. */
        @Limited("search")
        static class Store {
            public Future<String> find() {
                throw new UnsupportedOperationException();
            }
        }

        @Bean
        Store store() {
            return new Store();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Twice {
        @Bean
        Limiter search() {
            return Limiter.fixed(1).build();
        }
    }

    /** Has a method that only its own class calls. */
    static class Hidden {
        String find() {
            return search();
        }

        @Limited("search")
        private String search() {
            return "";
        }
    }

    /** Has a method without an instance. */
    static class Shared {
        @Limited("search")
        static String search() {
            return "";
        }
    }

    /** Has a method that no subclass overrides. */
    static class Closed {
        @Limited("search")
        final String search() {
            return "";
        }
    }

    private static FailureAnalysis analysis(ApplicationContextRunner runner) {
        var found = new FailureAnalysis[1];
        runner.run(context -> {
            assertThat(context).hasFailed();
            found[0] = new StartFailureAnalyzer().analyze(Objects.requireNonNull(context.getStartupFailure()));
        });
        assertThat(found[0]).isNotNull();
        return found[0];
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ropewalk.scheduler.workers|0|workers must be from 1 to 4096, not 0",
                "ropewalk.scheduler.max-spare-workers|-1|maxSpareWorkers must be from 0 to 4096, not -1",
                "ropewalk.scheduler.stuck-after|PT0S|stuckAfter must be above zero, not PT0S",
                "ropewalk.scheduler.name|''|name",
                "ropewalk.executor.limit|0|limit must be above zero: 0",
                "ropewalk.executor.queue-capacity|-5|capacity must not be negative: -5",
                "ropewalk.limiters.search.limit|-3|must be above zero: -3",
                "ropewalk.health.window|PT-1S|must be above zero"
            })
    void shouldTellAValueThatIsRefused(String property, String value, String why) {
        FailureAnalysis analysis = analysis(runner.withPropertyValues(property + "=" + value));

        assertThat(analysis.getDescription())
                .startsWith("The property " + property + " is " + value + ": ")
                .contains(why);
        assertThat(analysis.getAction()).isEqualTo("Change " + property + ".");
    }

    @Test
    void shouldTellANameThatNoSystemMayHave() {
        assertThat(analysis(runner.withPropertyValues("ropewalk.actor-system.name=a/b"))
                        .getDescription())
                .startsWith("The property ropewalk.actor-system.name is \"a/b\": ");
    }

    @Test
    void shouldTellAPolicyThatContradicts() {
        assertThat(analysis(runner.withPropertyValues(
                                "ropewalk.executor.queue-capacity=0", "ropewalk.executor.overflow=drop-oldest"))
                        .getDescription())
                .startsWith("The property ropewalk.executor.overflow is DROP_OLDEST: DROP_OLDEST needs a capacity");
    }

    @Test
    void shouldTellAPolicyThatNeverCounts() {
        assertThat(analysis(runner.withPropertyValues("ropewalk.executor.overflow=block"))
                        .getDescription())
                .isEqualTo("The property ropewalk.executor.overflow is BLOCK, but the queue has no bound.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ropewalk.limiters.search.max-waiting=3|neither.",
                "ropewalk.limiters.search.limit=3,ropewalk.limiters.search.algorithm=aimd|limit 3 and algorithm AIMD.",
                "ropewalk.limiters.search.limit=3,ropewalk.limiters.search.min=1|fixed at 3",
                "ropewalk.limiters.search.algorithm=aimd,ropewalk.limiters.search.min=50|initial 20, min 50, max 1000",
                "ropewalk.limiters.search.limit=3,ropewalk.limiters.search.max-wait=-1s|max-wait is PT-1S"
            })
    void shouldTellALimiterThatCannotBe(String properties, String what) {
        assertThat(analysis(runner.withPropertyValues(properties.split(",", -1)))
                        .getDescription())
                .contains("ropewalk.limiters.search", what);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ropewalk.scheduler.workers=many", "ropewalk.executor.overflow=wait"})
    void shouldTellAValueOfTheWrongType(String property) {
        runner.withPropertyValues(property)
                .run(context -> assertThat(context)
                        .hasFailed()
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining(property.substring(property.indexOf('=') + 1)));
    }

    @Test
    void shouldTellThatThereAreNoActors() {
        FailureAnalysis analysis = analysis(runner.withClassLoader(new FilteredClassLoader("dev.ropewalk.actor"))
                .withPropertyValues("ropewalk.actor-system.name=bank"));

        assertThat(analysis.getDescription())
                .isEqualTo(
                        "Properties of ropewalk.actor-system are set (name), but dev.ropewalk:ropewalk-actor is not on"
                                + " the class path.");
    }

    @Test
    void shouldTellThatThereAreNoMeters() {
        FailureAnalysis analysis = analysis(runner.withClassLoader(new FilteredClassLoader("dev.ropewalk.micrometer"))
                .withPropertyValues("ropewalk.metrics.enabled=true"));

        assertThat(analysis.getDescription())
                .isEqualTo(
                        "The property ropewalk.metrics.enabled is true, but dev.ropewalk:ropewalk-micrometer is not on"
                                + " the class path.");
    }

    @Test
    void shouldTellALimiterThatThereIsNot() {
        FailureAnalysis analysis = analysis(
                runner.withUserConfiguration(Misspelt.class).withPropertyValues("ropewalk.limiters.search.limit=1"));

        assertThat(analysis.getDescription())
                .endsWith("Shop.find is @Limited(\"serch\"), but there is no such limiter; there are [search].");
    }

    @Test
    void shouldTellAMethodWhoseEndCannotBeSeen() {
        FailureAnalysis analysis = analysis(
                runner.withUserConfiguration(Untold.class).withPropertyValues("ropewalk.limiters.search.limit=1"));

        assertThat(analysis.getDescription())
                .endsWith("but returns java.util.concurrent.Future, whose end the limiter isn't told.");
    }

    @Test
    void shouldTellAMethodThatNoProxyStandsBefore() {
        ApplicationContextRunner limited = runner.withPropertyValues("ropewalk.limiters.search.limit=1");

        assertThat(analysis(limited.withBean(Hidden.class, Hidden::new)).getDescription())
                .endsWith("Hidden.search is @Limited(\"search\"), but is private, which a proxy can't stand before.");
        assertThat(analysis(limited.withBean(Shared.class, Shared::new)).getDescription())
                .endsWith("Shared.search is @Limited(\"search\"), but is static, which a proxy can't stand before.");
        assertThat(analysis(limited.withBean(Closed.class, Closed::new)).getDescription())
                .endsWith("Closed.search is @Limited(\"search\"), but is final, which a proxy can't stand before.");
    }

    @Test
    void shouldTellALimiterThatThereIsTwice() {
        FailureAnalysis analysis = analysis(
                runner.withUserConfiguration(Twice.class).withPropertyValues("ropewalk.limiters.search.limit=1"));

        assertThat(analysis.getDescription()).startsWith("There are two limiters 'search'");
    }
}
