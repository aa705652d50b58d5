package dev.ropewalk.demo.shop;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.codec.CodecRegistry;
import java.util.Map;

/** What the shop's entities are sent. */
public final class Messages {
    /** The carts, by customer. */
    static final EntityType<String, ToCart> CARTS = EntityType.of("cart", String.class, ToCart.class);

    /** What there is of each article. */
    static final EntityType<String, ToStock> STOCK = EntityType.of("stock", String.class, ToStock.class);

    /** The types of all keys and messages. */
    public static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Receipt.class)
            .register(3, Sold.class)
            .registerSealed(ToCart.class, Map.of(Add.class, 4, Checkout.class, 5))
            .registerSealed(ToStock.class, Map.of(Take.class, 6, Level.class, 7))
            .build();

    /** A message to a cart. */
    sealed interface ToCart {}

    /** A customer wants some of an article. */
    record Add(String article, int pieces) implements ToCart {}

    /** A customer buys what is in the cart, and wants to know how much that was. */
    record Checkout(ActorRef<Receipt> replyTo) implements ToCart {}

    /** What was bought. */
    record Receipt(int articles, int pieces) {}

    /** A message to what there is of an article. */
    sealed interface ToStock {}

    /** Some were sold. */
    record Take(int pieces) implements ToStock {}

    /** Somebody asks how many were sold since this entity has begun. */
    record Level(ActorRef<Sold> replyTo) implements ToStock {}

    /**
     * How many were sold.
     *
     * @param instance distinguishes the entities that a key has had one after another
     * @param handled how many messages this one has handled
     * @param pieces how many it has sold
     */
    record Sold(long instance, long handled, long pieces) {}

    private Messages() {}
}
