package dev.ropewalk.spring.shop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.limit.Permit;
import dev.ropewalk.micrometer.RopewalkMetrics;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.spring.Limiters;
import dev.ropewalk.task.BoundedExecutor;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A whole application, asked over HTTP. */
class ShopApplicationTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private ConfigurableApplicationContext context;

    /** A page that takes its time, and uses an executor and an actor at its end. */
    @RestController
    static class SlowPage {
        private final CountDownLatch asked = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);
        private final ShopApplication.Mail mail;
        private final ActorRef<ShopApplication.Buy> till;

        SlowPage(ShopApplication.Mail mail, ActorRef<ShopApplication.Buy> till) {
            this.mail = mail;
            this.till = till;
        }

        @GetMapping("/slow")
        String slow() throws InterruptedException {
            asked.countDown();
            released.await();
            int sold = till.<Integer>ask(replyTo -> new ShopApplication.Buy(1, replyTo), Duration.ofMinutes(1))
                    .join();
            return mail.send("bill of " + sold).join();
        }
    }

    /** Tells when the context has begun to stop, just before its web server does. */
    @Component
    static class FirstToStop implements SmartLifecycle {
        private final CompletableFuture<Void> stopped = new CompletableFuture<>();
        private volatile boolean running;

        @Override
        public void start() {
            running = true;
        }

        @Override
        public void stop() {
            running = false;
            stopped.complete(null);
        }

        @Override
        public boolean isRunning() {
            return running;
        }
    }

    @BeforeEach
    void startTheApplication() {
        context = new SpringApplicationBuilder(ShopApplication.class, SlowPage.class, FirstToStop.class)
                .properties(
                        "server.port=0",
                        "spring.application.name=shop",
                        "spring.main.banner-mode=off",
                        "ropewalk.limiters.search.limit=1",
                        "management.endpoints.web.exposure.include=health,metrics",
                        "management.endpoint.health.show-details=always")
                .run();
    }

    @AfterEach
    void stopTheApplication() {
        context.close();
        client.close();
    }

    private CompletableFuture<HttpResponse<String>> ask(String path) {
        String port = context.getEnvironment().getRequiredProperty("local.server.port");
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .timeout(Duration.ofMinutes(1))
                .build();
        return client.sendAsync(request, BodyHandlers.ofString());
    }

    private String text(String path) {
        HttpResponse<String> response = ask(path).join();
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return response.body();
    }

    @Test
    void shouldAskAnActor() {
        assertThat(text("/buy?count=3")).isEqualTo("3");
        assertThat(text("/buy?count=4")).isEqualTo("7");
    }

    @Test
    void shouldRunAsyncMethods() {
        assertThat(text("/mail?text=hello")).isEqualTo("sent hello");
        assertThat(context.getBean(BoundedExecutor.class).stats().admitted()).isPositive();
    }

    @Test
    void shouldRunScheduledMethods() throws Exception {
        assertThat(context.getBean(ShopApplication.Clock.class).ticked().get(1, TimeUnit.MINUTES))
                .startsWith("shop-");
    }

    @Test
    void shouldRefuseWhatIsLimited() throws InterruptedException {
        assertThat(text("/search?words=rope")).isEqualTo("[\"rope\"]");
        try (Permit taken = context.getBean(Limiters.class).get("search").acquire()) {
            assertThat(ask("/search?words=rope").join().statusCode()).isEqualTo(503);
            HttpResponse<String> refused = ask("/browse").join();
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
            assertThat(refused.body()).isEqualTo("search is busy");
            taken.succeed();
        }
        assertThat(text("/browse")).isEqualTo("all");
    }

    @Test
    void shouldTellHealth() {
        assertThat(text("/actuator/health")).contains("\"ropewalk\":{\"status\":\"UP\"");
    }

    @Test
    void shouldHaveMeters() {
        context.getBean(RopewalkMetrics.class).refresh();

        assertThat(text("/actuator/metrics")).contains("ropewalk.parts", "limiter");
    }

    @Test
    void shouldAnswerARequestThatIsUnderWayWhenItIsStopped() throws InterruptedException {
        BoundedExecutor executor = context.getBean(BoundedExecutor.class);
        Scheduler scheduler = context.getBean(Scheduler.class);
        SlowPage page = context.getBean(SlowPage.class);
        FirstToStop first = context.getBean(FirstToStop.class);
        CompletableFuture<HttpResponse<String>> answer = ask("/slow");
        page.asked.await();

        CompletableFuture<Void> closed = CompletableFuture.runAsync(context::close, Thread::startVirtualThread);
        first.stopped.join();
        page.released.countDown();

        assertThat(answer.join().body()).isEqualTo("sent bill of 1");
        closed.join();
        assertThat(executor.isTerminated()).isTrue();
        assertThat(scheduler.awaitTermination(Duration.ZERO)).isTrue();
    }
}
