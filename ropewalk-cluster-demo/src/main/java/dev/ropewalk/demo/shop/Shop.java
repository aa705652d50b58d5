package dev.ropewalk.demo.shop;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.demo.shop.Messages.Add;
import dev.ropewalk.demo.shop.Messages.Checkout;
import dev.ropewalk.demo.shop.Messages.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** The shop on one node: its entities, and customers who send to those of all nodes. */
public final class Shop implements AutoCloseable {
    private static final int CUSTOMERS = 200;
    private static final int ARTICLES = 50;
    private static final int ADDS_FOR_EACH_QUESTION = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Cluster cluster;
    private final Counts counts;
    private final Thread customers;
    private final long periodNanos;
    private volatile boolean open = true;
    private volatile boolean busy = true;

    /**
     * Opens the shop on a node.
     *
     * @param rate how many messages the customers send a second
     */
    public Shop(Cluster cluster, Counts counts, int rate) {
        this.cluster = cluster;
        this.counts = counts;
        this.periodNanos = TimeUnit.SECONDS.toNanos(1) * (ADDS_FOR_EACH_QUESTION + 1) / rate;
        var carts = cluster.host(Messages.CARTS, entity -> new Cart(this));
        var stock = cluster.host(Messages.STOCK, entity -> new Stock(counts));
        customers = Thread.ofPlatform()
                .daemon()
                .name("customers of " + carts.type().name() + " and "
                        + stock.type().name())
                .start(this::buy);
    }

    Counts counts() {
        return counts;
    }

    private void buy() {
        try {
            while (open) {
                TimeUnit.NANOSECONDS.sleep(periodNanos);
                if (busy) {
                    buyOnce();
                }
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void buyOnce() {
        var random = ThreadLocalRandom.current();
        for (int i = 0; i < ADDS_FOR_EACH_QUESTION; i++) {
            tell(Messages.CARTS, customer(random), new Add(article(random), random.nextInt(1, 4)));
        }
        if (random.nextBoolean()) {
            ask(Messages.CARTS, customer(random), Checkout::new);
        } else {
            ask(Messages.STOCK, article(random), Level::new);
        }
    }

    private static String customer(ThreadLocalRandom random) {
        return "customer-" + random.nextInt(CUSTOMERS);
    }

    private static String article(ThreadLocalRandom random) {
        return "article-" + random.nextInt(ARTICLES);
    }

    <M> void tell(EntityType<String, M> type, String key, M message) {
        counts.countSent();
        cluster.entity(type, key).tell(message);
    }

    private <M, R> void ask(
            EntityType<String, M> type, String key, Function<? super ActorRef<R>, ? extends M> message) {
        counts.countSent();
        counts.countAsked();
        try {
            CompletableFuture<R> answer = cluster.entity(type, key).ask(message, PATIENCE);
            var ignored = answer.whenComplete((there, failure) -> counts.countAnswer(failure == null));
        } catch (RejectedExecutionException closing) {
            counts.countAnswer(false);
        }
    }

    /** Sets whether customers come. */
    public void busy(boolean value) {
        busy = value;
    }

    /** Has the customers go, and waits until they have. */
    @Override
    public void close() {
        open = false;
        try {
            customers.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
