package dev.ropewalk.actor.testkit;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * An actor of a test: it records what it is sent, and the test says what it expects that to be. Made by
 * {@link ActorTestKit#probe}.
 *
 * {@snippet :
 * Probe<Event> audit = kit.probe("audit");
 * ActorRef<Command> account = kit.system().spawn("account", context -> new Account(audit.ref()));
 * account.tell(new Deposit(10));
 * audit.expect(new Deposited(10));
 * audit.expectNothingFor(Duration.ofMillis(50));
 * }
 *
 * <p>Each expectation takes the oldest messages that no other has taken. If they aren't the expected ones, or don't come in
 * time, it throws an {@link AssertionError} that says what was awaited, for how long, and what came instead, and shows the
 * tree of the system.
 *
 * <p>Any thread may send; only one, the test's, may expect at a time.
 *
 * @param <M> the type of the messages
 */
public final class Probe<M> {
    private final ActorSystem system;
    private final ActorRef<Object> actor;
    private final ConcurrentLinkedQueue<M> messages;
    private final Waiter waiter;
    private final AtomicReference<Consumer<? super M>> reaction;
    private final Duration deadline;

    Probe(ActorSystem system, String name, Duration deadline) {
        this.system = system;
        this.messages = new ConcurrentLinkedQueue<>();
        this.waiter = new Waiter(system.scheduler());
        this.reaction = new AtomicReference<>(message -> {});
        this.deadline = deadline;
        this.actor = system.spawn(name, context -> new ProbeActor(context, this::received));
    }

    private Probe(Probe<M> same, Duration deadline) {
        this.system = same.system;
        this.actor = same.actor;
        this.messages = same.messages;
        this.waiter = same.waiter;
        this.reaction = same.reaction;
        this.deadline = deadline;
    }

    @SuppressWarnings("unchecked") // the ref was given out for messages of this type
    private void received(Object message) {
        messages.add((M) message);
        waiter.wake();
        reaction.get().accept((M) message);
    }

    /** Returns the ref that is given to those under test. */
    public ActorRef<M> ref() {
        return actor.narrow();
    }

    /** Returns this probe with another deadline; both take from the same messages. */
    public Probe<M> within(Duration timeout) {
        return new Probe<>(this, timeout);
    }

    /**
     * Has the probe react to each message, after it was recorded, for instance by answering it. Replaces an earlier reaction.
     *
     * @param what runs in the probe's actor
     */
    public void respond(Consumer<? super M> what) {
        reaction.set(Objects.requireNonNull(what, "what"));
    }

    // Expecting messages

    /** Takes the next message, whatever it is. */
    public M receive() {
        return receive(1).getFirst();
    }

    /**
     * Takes the next messages, whatever they are. The deadline is for all of them together.
     *
     * @param count how many
     */
    public List<M> receive(int count) {
        return receive(count, count == 1 ? "a message" : count + " messages");
    }

    /** Takes the next message, which must be equal to this one. */
    public M expect(M message) {
        Objects.requireNonNull(message, "message");
        return expectMatching(message.toString(), message::equals);
    }

    /** Takes the next message, which must be of this type. */
    public <T extends M> T expectType(Class<T> type) {
        return type.cast(expectMatching("a message of " + type, type::isInstance));
    }

    /** Takes the next message, which must match. */
    public M expectMatching(Predicate<? super M> wanted) {
        return expectMatching("a message that matches", wanted);
    }

    /**
     * Takes the next message, which must match.
     *
     * @param what says in the error what was wanted
     */
    public M expectMatching(String what, Predicate<? super M> wanted) {
        M message = receive(1, what).getFirst();
        if (!wanted.test(message)) {
            throw unmet(what, "got " + message);
        }
        return message;
    }

    /** Takes the next messages, which must be equal to these, one by one. */
    @SafeVarargs
    public final void expectInOrder(M... wanted) {
        List<M> all = List.of(wanted);
        List<M> came = receive(all.size(), all + " in this order");
        if (!came.equals(all)) {
            throw unmet(all + " in this order", "got " + came);
        }
    }

    /** Takes as many messages as these, which must be equal to them in any order. */
    @SafeVarargs
    public final void expectInAnyOrder(M... wanted) {
        String what = Arrays.toString(wanted) + " in any order";
        List<M> came = receive(wanted.length, what);
        List<M> missing = new ArrayList<>(List.of(wanted));
        List<M> surplus = came.stream().filter(message -> !missing.remove(message)).toList();
        if (!surplus.isEmpty()) {
            throw unmet(what, "got " + surplus + " in place of " + missing);
        }
    }

    /** Lets time pass in which no message may come; one that waits already counts. The probe's deadline has no meaning here. */
    public void expectNothingFor(Duration time) {
        if (waiter.await(() -> !messages.isEmpty(), time)) {
            throw new AssertionError(actor.path() + " expected nothing for " + time + ", but got "
                    + leftovers() + '\n' + system.tree());
        }
    }

    // Expecting ends

    /**
     * Waits until an actor has stopped. What it had sent this probe before can be taken then.
     *
     * @throws IllegalArgumentException if it is no actor of this system
     */
    public void expectTerminated(ActorRef<?> other) {
        var end = new CompletableFuture<Void>();
        actor.tell(new ProbeActor.Watch(other, end));
        var ignored = end.whenComplete((nothing, failure) -> waiter.wake());
        if (!waiter.await(end::isDone, deadline)) {
            throw unmet("the end of " + other.path(), "it lives");
        }
        if (end.isCompletedExceptionally()) {
            throw new IllegalArgumentException(end.exceptionNow().getMessage(), end.exceptionNow());
        }
    }

    /** Returns what no expectation has taken. */
    List<M> leftovers() {
        return List.copyOf(messages);
    }

    private List<M> receive(int count, String what) {
        List<M> came = new ArrayList<>(count);
        waiter.await(() -> takeUpTo(count, came), deadline);
        if (came.size() < count) {
            throw unmet(what, came.isEmpty() ? "nothing came" : "only got " + came);
        }
        return came;
    }

    private boolean takeUpTo(int count, List<M> came) {
        while (came.size() < count) {
            M message = messages.poll();
            if (message == null) {
                return false;
            }
            came.add(message);
        }
        return true;
    }

    private AssertionError unmet(String what, String instead) {
        List<M> further = leftovers();
        return new AssertionError(actor.path() + " expected " + what + " within " + deadline + ", but " + instead
                + (further.isEmpty() ? "" : ", and then " + further) + '\n' + system.tree());
    }

    @Override
    public String toString() {
        return "Probe[" + actor.path() + "]";
    }
}
