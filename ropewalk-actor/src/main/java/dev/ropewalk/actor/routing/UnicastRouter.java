package dev.ropewalk.actor.routing;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.cell.Cell;
import dev.ropewalk.actor.cell.CellSystem;
import dev.ropewalk.actor.mailbox.Asked;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Hands on each message to one routee. */
final class UnicastRouter<M> extends RouterCell<M> {
    private volatile Selector<M> selector;

    UnicastRouter(
            CellSystem system,
            Cell<?> parent,
            Optional<String> name,
            @Nullable Pool<M> pool,
            int size,
            Selector<M> selector) {
        super(system, parent, name, pool, size);
        this.selector = selector;
    }

    @Override
    void route(List<ActorRef<M>> to) {
        selector = selector.over(to);
    }

    @Override
    @SuppressWarnings("unchecked") // was sent as M
    public void deliver(Object sent) {
        Steps.before(StepKind.ACCESS, this);
        ActorRef<M> routee = selector.select((M) sent);
        if (routee == null) {
            drop(sent, DeadLetter.Reason.STOPPED);
        } else {
            routee.tell((M) sent);
        }
    }

    @Override
    @SuppressWarnings("unchecked") // was sent as M
    public Duration ask(Asked question, Duration timeout) {
        Steps.before(StepKind.ACCESS, this);
        ActorRef<M> routee = selector.select((M) question.message);
        if (routee != null) {
            return ((Cell<M>) routee).ask(question, timeout);
        }
        drop(question, DeadLetter.Reason.STOPPED);
        return timeout;
    }

    @Override
    public boolean tryTell(M message) {
        Steps.before(StepKind.ACCESS, this);
        ActorRef<M> routee = selector.select(Objects.requireNonNull(message, "message"));
        return routee != null && routee.tryTell(message);
    }

    @Override
    public boolean tell(M message, Duration timeout) {
        Steps.before(StepKind.ACCESS, this);
        ActorRef<M> routee = selector.select(Objects.requireNonNull(message, "message"));
        return routee != null && routee.tell(message, timeout);
    }

    @Override
    public CompletableFuture<Void> tellAsync(M message) {
        Steps.before(StepKind.ACCESS, this);
        ActorRef<M> routee = selector.select(Objects.requireNonNull(message, "message"));
        if (routee != null) {
            return routee.tellAsync(message);
        }
        drop(message, DeadLetter.Reason.STOPPED);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<?> tellFollowed(M message) {
        Steps.before(StepKind.ACCESS, this);
        ActorRef<M> routee = selector.select(Objects.requireNonNull(message, "message"));
        if (routee != null) {
            return tellFollowed(routee, message);
        }
        drop(message, DeadLetter.Reason.STOPPED);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<?> askFollowed(M question, CompletableFuture<?> answer) {
        Steps.before(StepKind.ACCESS, this);
        ActorRef<M> routee = selector.select(Objects.requireNonNull(question, "question"));
        if (routee != null) {
            return askFollowed(routee, question, answer);
        }
        drop(new Asked(question, answer), DeadLetter.Reason.STOPPED);
        return CompletableFuture.completedFuture(null);
    }
}
