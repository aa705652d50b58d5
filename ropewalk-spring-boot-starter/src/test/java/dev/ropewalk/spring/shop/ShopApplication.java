package dev.ropewalk.spring.shop;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.spring.LimitExceededException;
import dev.ropewalk.spring.Limited;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The application that the page for Spring shows. */
@EnableAsync
@EnableScheduling
@SpringBootApplication
class ShopApplication {
    @Bean
    Catalogue catalogue() {
        return words -> List.of(words);
    }

    // @start region="actor" :
    /** Buys so many, and tells how many there have been. */
    record Buy(int count, ActorRef<Integer> replyTo) {}

    @Bean
    ActorRef<Buy> till(ActorSystem system) {
        int[] sold = {0};
        return system.spawn("till", context -> buy -> {
            sold[0] += buy.count();
            buy.replyTo().tell(sold[0]);
        });
    }

    @RestController
    record Till(ActorRef<Buy> till) {
        @GetMapping("/buy")
        CompletableFuture<Integer> buy(@RequestParam int count) {
            return till.ask(replyTo -> new Buy(count, replyTo), Duration.ofSeconds(5));
        }
    }
    // @end

    // @start region="async" :
    @Service
    static class Mail {
        @Async
        CompletableFuture<String> send(String text) throws InterruptedException {
            TimeUnit.MILLISECONDS.sleep(1); // a virtual thread
            return CompletableFuture.completedFuture("sent " + text);
        }
    }
    // @end

    @RestController
    record Post(Mail mail) {
        @GetMapping("/mail")
        CompletableFuture<String> mail(@RequestParam String text) throws InterruptedException {
            return mail.send(text);
        }
    }

    /** Knows what there is. */
    interface Catalogue {
        List<String> find(String words);
    }

    // @start region="limited" :
    @RestController
    static class Search {
        private final Catalogue catalogue;

        Search(Catalogue catalogue) {
            this.catalogue = catalogue;
        }

        @GetMapping("/search")
        @Limited("search")
        List<String> search(@RequestParam String words) {
            return catalogue.find(words);
        }
    }
    // @end

    /** As above, with an answer of its own. */
    @RestController
    static class Browse {
        @GetMapping("/browse")
        @Limited("search")
        String browse() {
            return "all";
        }

        // @start region="refused" :
        @ExceptionHandler
        ResponseEntity<String> refused(LimitExceededException refused) {
            return ResponseEntity.status(HttpStatus.TOO_MANY_REQUESTS)
                    .header(HttpHeaders.RETRY_AFTER, "1")
                    .body(refused.limiter() + " is busy");
        }
        // @end
    }

    @Service
    static class Clock {
        private final CompletableFuture<String> ticked = new CompletableFuture<>();

        // @start region="scheduled" :
        @Scheduled(fixedRate = 1, timeUnit = TimeUnit.MINUTES)
        void tick() {
            ticked.complete(Thread.currentThread().getName()); // a worker, or a spare one in its place
        }
        // @end

        CompletableFuture<String> ticked() {
            return ticked;
        }
    }
}
