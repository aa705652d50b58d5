package dev.ropewalk.actor.testkit;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * An actor of a test: it records what it is sent, and the test says what it expects that to be. Made by
 * {@link ActorTestKit#probe}.
 *
 * {@snippet class="dev.ropewalk.actor.testkit.snippets.TestKitSnippets" region="probe" :
 * Probe<Deposited> audit = kit.probe("audit");
 * ActorRef<Command> account = kit.system().spawn("account", context -> new Audited(audit.ref()));
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
    private final Recording<M> recording;
    private final Duration deadline;

    private Probe(ActorSystem system, ActorRef<Object> actor, Recording<M> recording, Duration deadline) {
        this.system = system;
        this.actor = actor;
        this.recording = recording;
        this.deadline = deadline;
    }

    @SuppressWarnings("unchecked") // the ref is given out for messages of this type
    static <M> Probe<M> spawn(ActorSystem system, String name, Duration deadline) {
        var recording = new Recording<M>(system.scheduler());
        ActorRef<Object> actor =
                system.spawn(name, context -> new ProbeActor(context, message -> recording.add((M) message)));
        return new Probe<>(system, actor, recording, deadline);
    }

    /** Returns the ref that is given to those under test. */
    public ActorRef<M> ref() {
        return actor.narrow();
    }

    /** Returns this probe with another deadline; both take from the same messages. */
    public Probe<M> within(Duration timeout) {
        return new Probe<>(system, actor, recording, timeout);
    }

    /**
     * Has the probe react to each message, after it was recorded, for instance by answering it. Replaces an earlier reaction.
     *
     * @param reaction runs in the probe's actor
     */
    public void respond(Consumer<? super M> reaction) {
        recording.react(Objects.requireNonNull(reaction, "reaction"));
    }

    // Expecting messages

    /** Takes the next message, whatever it is. */
    public M receive() {
        return take(1, "a message").getFirst();
    }

    /** Takes the next messages, whatever they are. The deadline is for all of them together. */
    public List<M> receive(int count) {
        return take(count, count + " messages");
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
        M message = take(1, what).getFirst();
        if (!wanted.test(message)) {
            throw unmet(what, "got " + message);
        }
        return message;
    }

    /** Takes the next messages, which must be equal to these, one by one. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final void expectInOrder(M... wanted) {
        String what = List.of(wanted) + " in this order";
        List<M> came = take(wanted.length, what);
        if (!came.equals(List.of(wanted))) {
            throw unmet(what, "got " + came);
        }
    }

    /** Takes as many messages as these, which must be equal to them in any order. */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    public final void expectInAnyOrder(M... wanted) {
        String what = List.of(wanted) + " in any order";
        List<M> came = take(wanted.length, what);
        List<M> missing = new ArrayList<>(List.of(wanted));
        List<M> surplus =
                came.stream().filter(message -> !missing.remove(message)).toList();
        if (!surplus.isEmpty()) {
            throw unmet(what, "got " + surplus + " in place of " + missing);
        }
    }

    /** Lets time pass in which no message may come; one that waits already counts. The probe's deadline has no meaning here. */
    public void expectNothingFor(Duration time) {
        if (recording.await(() -> !recording.isEmpty(), time)) {
            throw new AssertionError(actor.path() + " expected nothing for " + time + ", but got "
                    + recording.leftovers() + '\n' + system.tree());
        }
    }

    private List<M> take(int count, String what) {
        List<M> came = recording.take(count, deadline);
        if (came.size() < count) {
            throw unmet(what, came.isEmpty() ? "nothing came" : "only got " + came);
        }
        return came;
    }

    /** Returns what no expectation has taken. */
    List<M> leftovers() {
        return recording.leftovers();
    }

    // Expecting ends

    /**
     * Waits until an actor has stopped. What it had sent this probe before can be taken then.
     *
     * @throws IllegalArgumentException if it is no actor of this system
     */
    public void expectTerminated(ActorRef<?> other) {
        var end = new CompletableFuture<Void>();
        var ignored = end.whenComplete((nothing, failure) -> recording.wake());
        actor.tell(new ProbeActor.Watch(other, end));
        if (!recording.await(end::isDone, deadline)) {
            throw unmet("the end of " + other.path(), "it lives");
        }
        if (end.isCompletedExceptionally()) {
            throw new IllegalArgumentException(end.exceptionNow().getMessage(), end.exceptionNow());
        }
    }

    private AssertionError unmet(String what, String instead) {
        List<M> further = recording.leftovers();
        return new AssertionError(actor.path() + " expected " + what + " within " + deadline + ", but " + instead
                + (further.isEmpty() ? "" : ", and then " + further) + '\n' + system.tree());
    }

    @Override
    public String toString() {
        return "Probe[" + actor.path() + "]";
    }
}
