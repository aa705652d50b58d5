package dev.ropewalk.actor.routing;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.MailboxFullException;
import dev.ropewalk.actor.SendInterruptedException;
import dev.ropewalk.actor.cell.Cell;
import dev.ropewalk.actor.cell.CellSystem;
import dev.ropewalk.actor.mailbox.Asked;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Hands on each message to all routees. */
final class BroadcastRouter<M> extends RouterCell<M> {
    BroadcastRouter(CellSystem system, Cell<?> parent, Optional<String> name, @Nullable Pool<M> pool, int size) {
        super(system, parent, name, pool, size);
    }

    @Override
    void route(List<ActorRef<M>> to) {}

    private List<ActorRef<M>> living() {
        return routees().stream().filter(RouterCell::isLiving).toList();
    }

    @Override
    @SuppressWarnings("unchecked") // was sent as M
    public void deliver(Object sent) {
        List<ActorRef<M>> living = living();
        if (living.isEmpty()) {
            drop(sent, DeadLetter.Reason.STOPPED);
        } else {
            tellEach(living, routee -> routee.tell((M) sent));
        }
    }

    /**
     * Asks all routees: the first answer counts, and there is none only when each has refused to give one. A thread doesn't wait
     * for room here, or one full mailbox would take the time of all others.
     */
    @Override
    public Duration ask(Asked question, Duration timeout) {
        List<ActorRef<M>> living = living();
        if (living.isEmpty()) {
            drop(question, DeadLetter.Reason.STOPPED);
        }
        var unrefused = new AtomicInteger(living.size());
        for (ActorRef<M> routee : living) {
            var refusal = new CompletableFuture<Void>();
            var _ = refusal.whenComplete((_, cause) -> {
                if (unrefused.decrementAndGet() == 0) {
                    question.answer.completeExceptionally(cause);
                }
            });
            ((Cell<M>) routee).ask(new Asked(question.message, refusal), Duration.ZERO);
        }
        return timeout;
    }

    /** Lets all have the message before it throws what one has thrown. */
    private static <M> void tellEach(List<ActorRef<M>> living, Consumer<ActorRef<M>> tell) {
        RuntimeException thrown = null;
        for (ActorRef<M> routee : living) {
            try {
                tell.accept(routee);
            } catch (MailboxFullException | SendInterruptedException e) {
                thrown = e;
            }
        }
        if (thrown != null) {
            throw thrown;
        }
    }

    @Override
    public boolean tryTell(M message) {
        Objects.requireNonNull(message, "message");
        List<ActorRef<M>> living = living();
        return !living.isEmpty()
                && living.stream().filter(routee -> routee.tryTell(message)).count() == living.size();
    }

    @Override
    public boolean tell(M message, Duration timeout) {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(timeout, "timeout");
        List<ActorRef<M>> living = living();
        long start = system().scheduler().nanoTime();
        var taken = new AtomicInteger();
        tellEach(living, routee -> {
            Duration left = timeout.minusNanos(system().scheduler().nanoTime() - start);
            if (routee.tell(message, left)) {
                taken.incrementAndGet();
            }
        });
        return !living.isEmpty() && taken.get() == living.size();
    }

    @Override
    public CompletableFuture<Void> tellAsync(M message) {
        Objects.requireNonNull(message, "message");
        List<ActorRef<M>> living = living();
        if (living.isEmpty()) {
            drop(message, DeadLetter.Reason.STOPPED);
        }
        return CompletableFuture.allOf(
                living.stream().map(routee -> routee.tellAsync(message)).toArray(CompletableFuture<?>[]::new));
    }

    /** Fails no answer: others may still give one. */
    @Override
    public CompletableFuture<?> askFollowed(M question, CompletableFuture<?> answer) {
        return tellFollowed(question);
    }

    @Override
    public CompletableFuture<?> tellFollowed(M message) {
        Objects.requireNonNull(message, "message");
        List<ActorRef<M>> living = living();
        if (living.isEmpty()) {
            drop(message, DeadLetter.Reason.STOPPED);
        }
        List<CompletableFuture<?>> taken = new ArrayList<>();
        tellEach(living, routee -> taken.add(tellFollowed(routee, message)));
        return CompletableFuture.allOf(taken.toArray(CompletableFuture<?>[]::new));
    }
}
