package dev.ropewalk.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ropewalk.limit.Limiter;
import dev.ropewalk.limit.Permit;
import dev.ropewalk.testing.Await;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Calls of limited methods. */
class LimitedTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(RopewalkAutoConfiguration.class))
            .withUserConfiguration(Application.class)
            .withPropertyValues("ropewalk.limiters.search.limit=1", "ropewalk.limiters.slow.algorithm=aimd");

    /** A bean with limited methods. */
    static class Shop {
        @Limited("search")
        String find(String words) {
            if (words.isEmpty()) {
                throw new IllegalStateException("nothing to find");
            }
            return "found " + words;
        }

        @Limited("search")
        CompletableFuture<String> findLater(CompletableFuture<String> words) {
            return words;
        }

        @Limited("slow")
        void fail(RuntimeException failure) {
            throw failure;
        }

        @Limited("slow")
        CompletableFuture<String> stripLater(CompletableFuture<String> words) {
            return words.thenApply(String::strip);
        }

        String unlimited() {
            return "free";
        }
    }

    /** All methods of which are limited. */
    @Limited("search")
    static class Index {
        String size() {
            return "large";
        }

        final Future<String> later() {
            return CompletableFuture.completedFuture("later");
        }
    }

    /** What is answered without a target. */
    interface Client {
        @Limited("search")
        String fetch(String words);
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {
        @Bean
        Shop shop() {
            return new Shop();
        }

        @Bean
        Index index() {
            return new Index();
        }
    }

    @Test
    void shouldCallUnderAPermit() {
        runner.run(context -> {
            Shop shop = context.getBean(Shop.class);

            assertThat(shop.find("rope")).isEqualTo("found rope");
            assertThat(shop.find("twine")).isEqualTo("found twine");
            assertThatIllegalStateException().isThrownBy(() -> shop.find("")).withMessage("nothing to find");
            assertThat(context.getBean(Limiters.class).get("search").stats().inFlight())
                    .isZero();
        });
    }

    @Test
    void shouldRefuseWithoutAPermit() {
        runner.run(context -> {
            Shop shop = context.getBean(Shop.class);
            Limiter limiter = context.getBean(Limiters.class).get("search");

            try (Permit taken = limiter.acquire()) {
                assertThatExceptionOfType(LimitExceededException.class)
                        .isThrownBy(() -> shop.find("rope"))
                        .withMessage(
                                "limiter 'search', whose limit is 1, has refused a call of Shop.find: no permit was free"
                                        + " within PT0S")
                        .matches(refused -> refused.limiter().equals("search"));
                assertThatExceptionOfType(LimitExceededException.class).isThrownBy(context.getBean(Index.class)::size);
                assertThat(shop.unlimited()).isEqualTo("free");
                taken.succeed();
            }
            assertThat(context.getBean(Index.class).size()).isEqualTo("large");
        });
    }

    @Test
    void shouldHoldThePermitUntilTheStageIsComplete() {
        runner.run(context -> {
            Shop shop = context.getBean(Shop.class);
            var words = new CompletableFuture<String>();

            CompletableFuture<String> found = shop.findLater(words);
            assertThatExceptionOfType(LimitExceededException.class).isThrownBy(() -> shop.find("rope"));
            words.complete("twine");

            assertThat(found).isCompletedWithValue("twine");
            assertThat(shop.find("rope")).isEqualTo("found rope");
        });
    }

    @Test
    void shouldWaitForAPermitAsLongAsTold() {
        runner.withPropertyValues("ropewalk.limiters.search.max-wait=1h").run(context -> {
            Limiter limiter = context.getBean(Limiters.class).get("search");
            Permit taken = limiter.acquire();
            CompletableFuture<String> found = CompletableFuture.supplyAsync(
                    () -> context.getBean(Shop.class).find("rope"), Thread::startVirtualThread);
            Await.until("a caller waits", () -> limiter.stats().waiting() == 1);

            taken.succeed();

            assertThat(found.get(1, TimeUnit.MINUTES)).isEqualTo("found rope");
        });
    }

    @Test
    void shouldRefuseWhenTheTimeIsUp() {
        runner.withPropertyValues("ropewalk.limiters.search.max-wait=1ms").run(context -> {
            try (Permit taken = context.getBean(Limiters.class).get("search").acquire()) {
                assertThatExceptionOfType(LimitExceededException.class)
                        .isThrownBy(() -> context.getBean(Shop.class).find("rope"))
                        .withMessageEndingWith("no permit was free within PT0.001S, or as many waited as may");
                taken.succeed();
            }
        });
    }

    @Test
    void shouldRefuseAnInterruptedCaller() {
        runner.withPropertyValues("ropewalk.limiters.search.max-wait=1h").run(context -> {
            Thread.currentThread().interrupt();

            assertThatExceptionOfType(LimitExceededException.class)
                    .isThrownBy(() -> context.getBean(Shop.class).find("rope"))
                    .withCauseInstanceOf(InterruptedException.class);
            assertThat(Thread.interrupted()).isTrue();
        });
    }

    @Test
    void shouldLowerALimitByWhatIsASignOfOverload() {
        runner.withPropertyValues("ropewalk.limiters.slow.drops=java.lang.IllegalStateException")
                .run(context -> {
                    Shop shop = context.getBean(Shop.class);
                    Limiter limiter = context.getBean(Limiters.class).get("slow");

                    assertThatExceptionOfType(UnsupportedOperationException.class)
                            .isThrownBy(() -> shop.fail(new UnsupportedOperationException()));
                    assertThat(limiter.limit()).isEqualTo(20);
                    assertThatIllegalStateException().isThrownBy(() -> shop.fail(new IllegalStateException()));
                    assertThat(limiter.limit()).isEqualTo(18);
                });
    }

    @Test
    void shouldLookAtTheCauseOfAStageThatFails() {
        runner.withPropertyValues("ropewalk.limiters.slow.drops=java.lang.IllegalStateException")
                .run(context -> {
                    Shop shop = context.getBean(Shop.class);
                    Limiter limiter = context.getBean(Limiters.class).get("slow");

                    assertThat(shop.stripLater(CompletableFuture.failedFuture(new UnsupportedOperationException())))
                            .isCompletedExceptionally();
                    assertThat(limiter.limit()).isEqualTo(20);
                    assertThat(shop.stripLater(CompletableFuture.failedFuture(new IllegalStateException())))
                            .isCompletedExceptionally();
                    assertThat(limiter.limit()).isEqualTo(18);
                });
    }

    @Test
    void shouldLimitAProxyThatHasNoTarget() {
        runner.withBean(Client.class, LimitedTest::client).run(context -> {
            Client client = context.getBean(Client.class);

            assertThat(client.fetch("rope")).isEqualTo("fetched rope");
            try (Permit taken = context.getBean(Limiters.class).get("search").acquire()) {
                assertThatExceptionOfType(LimitExceededException.class)
                        .isThrownBy(() -> client.fetch("rope"))
                        .withMessageContaining("a call of Client.fetch");
                taken.succeed();
            }
        });
    }

    private static Client client() {
        MethodInterceptor answer = call -> "fetched " + call.getArguments()[0];
        return (Client) new ProxyFactory(Client.class, answer).getProxy();
    }

    /** What stands behind repositories, and knows nothing of their interfaces. */
    static class SimpleRepository {}

    /** A repository with a limited method. */
    interface Orders {
        @Limited("search")
        String ofCustomer(String name);

        String newest();
    }

    /** What every repository has. */
    interface Crud {
        String count();
    }

    /** A repository all methods of which are limited, those that it has from elsewhere, too. */
    @Limited("search")
    interface Bills extends Crud {
        String open();
    }

    /** A repository that names a limiter that there isn't. */
    interface Refused {
        @Limited("nowhere")
        String all();
    }

    private static <T> T repository(Class<T> type) {
        var factory = new ProxyFactory(new SimpleRepository());
        factory.setInterfaces(type);
        factory.setProxyTargetClass(false);
        MethodInterceptor answer = call -> "answered " + call.getMethod().getName();
        factory.addAdvice(answer);
        return type.cast(factory.getProxy());
    }

    @Test
    void shouldLimitMethodsOfTheInterfaceOfARepository() {
        runner.withBean(Orders.class, () -> repository(Orders.class)).run(context -> {
            Orders orders = context.getBean(Orders.class);

            assertThat(orders.ofCustomer("rope")).isEqualTo("answered ofCustomer");
            try (Permit taken = context.getBean(Limiters.class).get("search").acquire()) {
                assertThatExceptionOfType(LimitExceededException.class)
                        .isThrownBy(() -> orders.ofCustomer("rope"))
                        .withMessageContaining("a call of Orders.ofCustomer");
                assertThat(orders.newest()).isEqualTo("answered newest");
                taken.succeed();
            }
        });
    }

    @Test
    void shouldLimitAllMethodsOfALimitedInterfaceOfARepository() {
        runner.withBean(Bills.class, () -> repository(Bills.class)).run(context -> {
            Bills bills = context.getBean(Bills.class);

            assertThat(bills.count()).isEqualTo("answered count");
            try (Permit taken = context.getBean(Limiters.class).get("search").acquire()) {
                assertThatExceptionOfType(LimitExceededException.class).isThrownBy(bills::count);
                assertThatExceptionOfType(LimitExceededException.class).isThrownBy(bills::open);
                assertThat(bills.toString()).isNotNull();
                taken.succeed();
            }
        });
    }

    @Test
    void shouldRefuseARepositoryThatNamesNoLimiter() {
        runner.withBean(Refused.class, () -> repository(Refused.class))
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageContaining(
                                "LimitedTest$Refused.all is @Limited(\"nowhere\"), but there is no such limiter"));
    }

    @Test
    void shouldLeaveOutFinalMethodsOfALimitedClass() {
        runner.run(context -> {
            Index index = context.getBean(Index.class);

            try (Permit taken = context.getBean(Limiters.class).get("search").acquire()) {
                assertThat(index.later()).isDone();
                taken.succeed();
            }
        });
    }
}
