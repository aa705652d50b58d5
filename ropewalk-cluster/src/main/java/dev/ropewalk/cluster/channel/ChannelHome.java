package dev.ropewalk.cluster.channel;

import dev.ropewalk.base.Failures;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.Receiver;
import dev.ropewalk.channel.SendResult;
import dev.ropewalk.channel.Sender;
import dev.ropewalk.channel.core.LockedChannel;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.RemoteChannel;
import dev.ropewalk.cluster.RemoteFailureException;
import dev.ropewalk.cluster.channel.HomeState.Mode;
import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.Strand;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A channel where it is received from: the accounts of its sending ends, and the elements that have come. All but the receiving end belongs to the strand.
 *
 * <p>The room. An element has its place from when an end was granted room for it until it is received, or the end gives the room back. {@code free} is the capacity less all these places, and never below 0: so no more elements are here, or on their way, than the capacity.
 * An end that asks gets half of what is free, and one at least, so that something is left for the next one; those that ask wait in a line.
 *
 * <p>Why nobody waits for ever while elements are received. If somebody waits in the line, nothing is free. Either an element is here, which is received; or all places are with ends. Each of these uses its places, so that elements come; or gives them back when it is told so, which it is once after each grant.
 *
 * @param <M> the type of the elements
 */
final class ChannelHome<M> implements RemoteChannel<M> {
    private final ChannelHost host;
    private final ClusterChannels registry;
    private final long id;
    private final Class<M> type;
    private final Strand strand;
    private final LockedChannel<M> receiving;
    private final ChannelEnd<M> own;

    /** What there was no memory to tell the strand. */
    private final AtomicReference<@Nullable Settling> untold = new AtomicReference<>();

    /** Whether nothing comes any more. */
    private volatile boolean isSettled;

    // Of the strand

    private final Map<Node, EndAccount> accounts = new LinkedHashMap<>();
    private final ArrayDeque<EndAccount> line = new ArrayDeque<>();
    private long free;

    /** How many elements wait to be received. */
    private long waiting;

    private Mode mode = Mode.OPEN;
    private @Nullable Throwable cause;

    /** Whether all ends have finished. */
    private boolean isComplete;

    ChannelHome(ChannelHost host, ClusterChannels registry, long id, String name, Class<M> type, int capacity) {
        this.host = host;
        this.registry = registry;
        this.id = id;
        this.type = type;
        this.free = capacity;
        this.strand = host.scheduler().newStrand();
        Channel<M> made = Channel.<M>builder().name(name).rendezvous();
        this.receiving = LockedChannel.of((Receiver<M>) made);
        this.own = new ChannelEnd<>(host, new LocalLine(host.self(), this), id, name);
    }

    @Override
    public String name() {
        return receiving.name();
    }

    /** Returns what losses call it. */
    String path() {
        return "/channel/" + name();
    }

    @Override
    public Sender<M> sender() {
        return own;
    }

    @Override
    public Receiver<M> receiver() {
        return receiving;
    }

    @Override
    public void close() {
        own.close();
    }

    @Override
    public void fail(Throwable cause) {
        receiving.failWithReceiver(Objects.requireNonNull(cause, "cause"));
        execute(() -> failNow(cause));
    }

    long id() {
        return id;
    }

    Class<M> type() {
        return type;
    }

    /** Returns whether something may still come that was accepted. */
    boolean isBusy() {
        return !isSettled;
    }

    private void execute(Runnable task) {
        try {
            strand.execute(task);
        } catch (RejectedExecutionException closed) {
            isSettled = true;
        }
    }

    // What is heard

    /** An end has told its state. */
    void heard(Node node, EndState told, EndLine to) {
        execute(() -> take(node, told, to));
    }

    /** An element has come. */
    void received(Node node, long number, Object element) {
        execute(() -> takeElement(node, number, element));
    }

    /** An element has come that can't be read, which is counted elsewhere. */
    void unreadable(Node node, Throwable why) {
        execute(() -> failNow(new RemoteFailureException(
                node, "an element of channel " + name() + " from " + node + " can't be read: " + Failures.text(why))));
    }

    /** A node is no member any more. */
    void nodeGone(Node node) {
        execute(() -> forget(node));
    }

    /** This node is about to leave: what was accepted may still come. */
    void leave(Throwable why) {
        executeOrFail(new Ending(() -> endWith(Mode.LEAVING, why), why));
    }

    /** Nothing comes any more: this node is no member. */
    void gone(Throwable why) {
        executeOrFail(new Ending(
                () -> {
                    accounts.keySet().retainAll(List.of(host.self()));
                    endWith(Mode.LEAVING, why);
                },
                why));
    }

    private void executeOrFail(Ending step) {
        try {
            strand.execute(step);
        } catch (RejectedExecutionException closed) {
            step.abandon();
        }
    }

    /** A step of the end. If the scheduler is closed before, nothing is brought to anybody any more: those that wait to receive or to send hear why. */
    private final class Ending implements Abandonable {
        private final Runnable step;
        private final Throwable why;

        Ending(Runnable step, Throwable why) {
            this.step = step;
            this.why = why;
        }

        @Override
        public void run() {
            step.run();
        }

        @Override
        public void abandon() {
            isSettled = true;
            try {
                receiving.failWithReceiver(why);
            } finally {
                own.gone(why, Reason.CLOSED);
            }
        }
    }

    // On the strand

    private void take(Node node, EndState told, EndLine to) {
        tellUntold();
        EndAccount account = accounts.get(node);
        boolean isLate = isComplete && (account == null || account.isSilent());
        if (mode == Mode.FAILED || mode == Mode.OVER || isLate) {
            refuse(node, to);
            return;
        }
        if (account == null) {
            account = new EndAccount(id, node, to);
            accounts.put(node, account);
            if (mode != Mode.OPEN) {
                account.tell(mode, cause);
            }
        }
        handOn(account); // what couldn't be for want of memory
        takeRoom(account, told);
        account.finished = Math.max(account.finished, told.finished());
        if (told.asks() > account.asks) {
            account.asks = told.asks();
            if (account.finished < 0 && !line.contains(account)) {
                line.add(account);
            }
        }
        if (told.isClosed() || told.failure() != null) {
            end(told);
        }
        grant();
        complete();
    }

    private void end(EndState told) {
        if (told.failure() == null) {
            endWith(Mode.CLOSING, null);
        } else if (mode == Mode.OPEN) {
            failNow(told.failure());
        }
    }

    private void refuse(Node node, EndLine to) {
        var late = new EndAccount(id, node, to);
        late.tell(mode == Mode.FAILED ? Mode.FAILED : Mode.OVER, cause);
    }

    private void takeRoom(EndAccount account, EndState told) {
        long back = told.returned() - account.returned;
        if (back > 0 && back <= account.outstanding()) {
            account.returned = told.returned();
            free += back;
        }
    }

    /** Shares what is free out among those that wait for it. */
    private void grant() {
        if (mode == Mode.LEAVING || mode == Mode.FAILED) {
            return;
        }
        while (free > 0 && !line.isEmpty()) {
            EndAccount next = line.remove();
            if (next.finished < 0) {
                long share = Math.max(1, free / 2);
                free -= share;
                next.granted += share;
                next.isRecalled = false;
                next.tell(mode, cause);
            }
        }
        if (waiting == 0 && !line.isEmpty()) {
            accounts.values().forEach(this::recall);
        }
    }

    private void recall(EndAccount account) {
        boolean isAlone = line.size() == 1 && line.contains(account);
        if (account.outstanding() > 0 && !account.isRecalled && !isAlone) {
            account.isRecalled = true;
            account.recalls++;
            account.tell(mode, cause);
        }
    }

    private void takeElement(Node node, long number, Object element) {
        tellUntold();
        EndAccount account = accounts.get(node);
        if (mode == Mode.FAILED || mode == Mode.OVER) {
            count(node, element, Reason.NO_RECIPIENT);
        } else if (account != null) { // else its node counts it, which is gone from here
            boolean isTaken;
            try {
                isTaken = account.take(number, element);
            } catch (Error noMemory) {
                notTaken(node, element, noMemory);
                return;
            }
            if (isTaken) {
                handOn(account);
            } else {
                count(node, element, Reason.MALFORMED);
            }
        }
    }

    /** An element would be missing before all that come later. */
    private void notTaken(Node node, Object element, Error why) {
        try {
            count(node, element, Reason.FAILED);
        } finally {
            failNow(why);
        }
    }

    /** Hands on what nothing is missing before. What fails to be handed on stays, until the next element comes or the channel ends. */
    private void handOn(EndAccount account) {
        boolean isAny = false;
        try {
            for (Long number = account.ready(); number != null; number = account.ready()) {
                Object element = account.element(number);
                var ignored = receiving.sendAsync(
                        type.cast(element), new Settling(), result -> settled(account, element, result));
                waiting++;
                account.handedOn(number);
                isAny = true;
            }
        } finally {
            if (isAny) {
                account.tell(mode, cause);
                complete();
            }
        }
    }

    /** Has the strand told what has become of an element; by one of its next steps, if there is no memory for one. */
    private final class Settling implements Executor {
        private @Nullable Runnable told;

        /** The next one that is untold. */
        private @Nullable Settling next;

        @Override
        public void execute(Runnable task) {
            try {
                strand.execute(task);
            } catch (StackOverflowError | OutOfMemoryError noRoom) {
                told = task;
                do {
                    next = untold.get();
                } while (!untold.compareAndSet(next, this));
            }
        }
    }

    private void tellUntold() {
        for (Settling first = untold.get(); first != null; first = untold.get()) {
            if (untold.compareAndSet(first, first.next)) {
                Objects.requireNonNull(first.told).run();
            }
        }
    }

    /** An element was received, or won't be. */
    private void settled(EndAccount account, Object element, SendResult result) {
        waiting--;
        if (!result.isSent()) {
            count(account.node(), element, Reason.STOPPED);
            if (result instanceof SendResult.Failed failed) {
                failNow(failed.cause()); // by whoever receives
            }
            return;
        }
        free++;
        account.received++;
        account.tell(mode, cause);
        grant();
        finish();
    }

    private void count(Node node, Object element, Reason reason) {
        Optional<Node> peer = node.equals(host.self()) ? Optional.empty() : Optional.of(node);
        host.lost(new MessageLoss(peer, path(), Optional.of(element), reason));
    }

    // The end

    private void forget(Node node) {
        EndAccount account = accounts.remove(node);
        if (account == null) {
            return;
        }
        line.remove(account);
        free += account.outstanding();
        if (account.isFinished()) {
            grant();
            complete();
        } else {
            endWith(
                    Mode.LEAVING,
                    new RemoteFailureException(
                            node, node + ", which sends to channel " + name() + ", is no member any more"));
        }
    }

    private void endWith(Mode how, @Nullable Throwable why) {
        if (how.compareTo(mode) > 0) {
            mode = how;
            cause = why;
            accounts.values().forEach(account -> account.tell(mode, cause));
            own.heard(new HomeState(id, 0, 0, 0, 0, mode, cause));
        }
        complete();
    }

    private void complete() {
        if ((mode != Mode.CLOSING && mode != Mode.LEAVING)
                || isComplete
                || !accounts.values().stream().allMatch(EndAccount::isFinished)) {
            return;
        }
        isComplete = true;
        if (mode == Mode.CLOSING) {
            receiving.close();
        }
        isSettled = true;
        host.idle();
        finish();
    }

    /** Ends when everything was received. */
    private void finish() {
        if (isComplete && waiting == 0 && mode != Mode.OVER && mode != Mode.FAILED) {
            Throwable why = cause;
            if (why != null) {
                receiving.failWithReceiver(why);
            }
            mode = Mode.OVER;
            tellTheLast();
        }
    }

    private void failNow(Throwable why) {
        receiving.failWithReceiver(why);
        if (mode == Mode.FAILED || mode == Mode.OVER) {
            return;
        }
        mode = Mode.FAILED;
        cause = why;
        for (EndAccount account : accounts.values()) {
            account.early().forEach(element -> count(account.node(), element, Reason.STOPPED));
        }
        tellTheLast();
        isSettled = true;
        host.idle();
    }

    private void tellTheLast() {
        accounts.values().forEach(account -> account.tell(mode, cause));
        own.heard(new HomeState(id, 0, 0, 0, 0, mode, cause));
        registry.forget(id);
        accounts.clear();
        line.clear();
    }

    @Override
    public String toString() {
        return "RemoteChannel[" + name() + "]";
    }
}
