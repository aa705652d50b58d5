/**
 * Entities whose state is in a database: a change is durable before anybody hears of it, and messages that belong to it leave when it is.
 *
 * <p>A program says what a command changes, in a {@link dev.ropewalk.cluster.store.StateLogic}, and where states are kept, in an {@link
 * dev.ropewalk.cluster.store.EntityStore}. A {@link dev.ropewalk.cluster.store.StoredEntity} makes an entity of both:
 *
 * {@snippet class="dev.ropewalk.cluster.snippets.ClusterSnippets" region="stored" :
 * record Money(long balance) {}
 *
 * static final class AccountLogic implements StateLogic<String, Money, Command, Void> {
 *     @Override
 *     public Money initial(String key) {
 *         return new Money(0);
 *     }
 *
 *     @Override
 *     public Effect<Money, Void> handle(EntityContext<String, Command> entity, Money money, Command command) {
 *         return switch (command) {
 *             case Deposit(long amount) -> save(new Money(money.balance() + amount));
 *             case Balance(ActorRef<Long> replyTo) -> answer(replyTo, money.balance());
 *         };
 *     }
 * }
 * }
 *
 * <p>The outbox, messages that are stored with the state and sent after that, is the pattern of that name (transactional outbox). Versions that tell that somebody else has
 * written are those of optimistic concurrency control (Kung and Robinson, 1981).
 */
@NullMarked
package dev.ropewalk.cluster.store;

import org.jspecify.annotations.NullMarked;
