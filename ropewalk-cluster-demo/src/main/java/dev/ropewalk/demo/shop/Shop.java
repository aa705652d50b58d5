package dev.ropewalk.demo.shop;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.demo.shop.Messages.Add;
import dev.ropewalk.demo.shop.Messages.Checkout;
import dev.ropewalk.demo.shop.Messages.Level;
import dev.ropewalk.demo.shop.Messages.Sold;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The shop on one node: its entities, and customers who send to those of all nodes. */
public final class Shop implements AutoCloseable {
    private static final int CUSTOMERS = 200;
    private static final int ARTICLES = 50;
    private static final int ADDS_FOR_EACH_QUESTION = 8;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Cluster cluster;
    private final Counts counts;
    private final @Nullable History history;
    private final Thread customers;
    private final long periodNanos;
    private volatile boolean open = true;
    private volatile boolean busy = true;

    /**
     * Opens the shop on a node.
     *
     * @param rate how many messages the customers send a second
     * @param history where answers are noted; null for nowhere
     */
    public Shop(Cluster cluster, Counts counts, int rate, @Nullable History history) {
        this.cluster = cluster;
        this.counts = counts;
        this.history = history;
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
            var ignored = ask(Messages.CARTS, customer(random), Checkout::new);
        } else {
            askLevel(article(random));
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

    private void askLevel(String article) {
        long asked = System.nanoTime();
        CompletableFuture<Sold> answer = ask(Messages.STOCK, article, Level::new);
        if (history != null) {
            var ignored = answer.thenAccept(sold -> history.add(article, asked, System.nanoTime(), sold));
        }
    }

    private <M, R> CompletableFuture<R> ask(
            EntityType<String, M> type, String key, Function<? super ActorRef<R>, ? extends M> message) {
        counts.countSent();
        counts.countAsked();
        try {
            CompletableFuture<R> answer = cluster.entity(type, key).ask(message, PATIENCE);
            return answer.whenComplete((there, failure) -> counts.countAnswer(failure == null));
        } catch (RejectedExecutionException closing) {
            counts.countAnswer(false);
            return CompletableFuture.failedFuture(closing);
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
