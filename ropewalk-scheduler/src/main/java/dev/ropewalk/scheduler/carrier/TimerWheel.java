package dev.ropewalk.scheduler.carrier;

import dev.ropewalk.base.Failures;
import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Timeouts by the tick at which they are due: each slot of the wheel has a list of those of one tick, and of the ticks that are
 * whole turns later. Any thread adds; one thread, the timer, {@linkplain #advance advances} the wheel and sleeps in between.
 *
 * <p>Adding is one compare-and-set on the slot. Two things could go wrong, and both are of Dekker's kind, where each side writes before
 * it reads what the other writes:
 *
 * <ul>
 *   <li>A slot is passed by before the timeout is in it, which would then wait for a whole turn. The timer writes {@code passed} before it
 *       takes the slots; the adder reads it after its compare-and-set. If the timer has taken the slot before the timeout came there,
 *       the adder sees that and adds it again, to a slot that is next. A timeout that is in the wheel twice runs once.
 *   <li>The timer falls asleep until a later tick. It writes until when it sleeps and then looks at the slots again; the adder reads
 *       that after its compare-and-set. Either the timer sees the timeout or the adder sees that the timer must be woken.
 * </ul>
 *
 * <p>A timeout that is cancelled stays in its slot until its tick, without its command.
 */
final class TimerWheel {
    /** The timer isn't asleep. */
    static final long AWAKE = Long.MIN_VALUE;
    /** The timer sleeps until it is woken. */
    static final long NEVER = Long.MAX_VALUE;

    private static final VarHandle PASSED = VarHandles.of(MethodHandles.lookup(), "passed", long.class);
    private static final VarHandle SLEEPS_UNTIL = VarHandles.of(MethodHandles.lookup(), "sleepsUntil", long.class);

    private final AtomicReferenceArray<@Nullable Node> slots;

    /** The last tick whose slot has been taken; written by the timer. */
    private long passed;

    /** The tick until which the timer sleeps, or {@link #AWAKE}; written by the timer. */
    @SuppressWarnings("UnusedVariable") // read through SLEEPS_UNTIL
    private long sleepsUntil = AWAKE;

    /** A timeout's place in a slot. {@code next} is written by the thread that owns the node: first the adder, then the timer. */
    private static final class Node {
        final Runnable timeout;
        final long tick;

        @Nullable
        Node next;

        Node(Runnable timeout, long tick) {
            this.timeout = timeout;
            this.tick = tick;
        }
    }

    /**
     * Makes a wheel that is at tick 0.
     *
     * @param size how many slots it has, a power of two
     */
    TimerWheel(int size) {
        slots = new AtomicReferenceArray<>(size);
    }

    /**
     * Adds a timeout; returns whether the timer must be woken.
     *
     * @param timeout may be run twice, the second time to no effect
     * @param tick at which it is due, less than a turn from now
     */
    boolean add(Runnable timeout, long tick) {
        long due = tick;
        push(new Node(timeout, due));
        for (long now = (long) PASSED.getVolatile(this); now >= due; now = (long) PASSED.getVolatile(this)) {
            due = now + 1;
            push(new Node(timeout, due));
        }
        return due < (long) SLEEPS_UNTIL.getVolatile(this);
    }

    private void push(Node node) {
        int slot = slot(node.tick);
        Node head;
        do {
            head = slots.get(slot);
            node.next = head;
        } while (!slots.compareAndSet(slot, head, node));
    }

    /** Runs all that is due at a tick. For the timer only. */
    void advance(long tick) {
        long from = Math.max(passed, tick - slots.length());
        if (from >= tick) {
            return;
        }
        PASSED.setVolatile(this, tick);
        for (long due = from + 1; due <= tick; due++) {
            int slot = slot(due);
            if (slots.get(slot) != null) {
                run(slots.getAndSet(slot, null), tick);
            }
        }
    }

    /** Runs what is due of a list, the first one that was added first; the rest is put back. */
    private void run(@Nullable Node last, long tick) {
        Node first = null;
        for (Node node = last; node != null; ) {
            Node before = node.next;
            node.next = first;
            first = node;
            node = before;
        }
        for (Node node = first; node != null; ) {
            Node next = node.next;
            if (node.tick <= tick) {
                run(node.timeout);
            } else {
                push(node);
            }
            node = next;
        }
    }

    /** What one timeout throws must not keep others from being run. */
    private static void run(Runnable timeout) {
        try {
            timeout.run();
        } catch (Throwable thrown) {
            Failures.uncaught(thrown);
        }
    }

    /**
     * Returns until which tick the timer may sleep: {@link #NEVER} if nothing waits, {@link #AWAKE} if it may not. It must tell by
     * {@link #wakeUp} that it sleeps no longer. For the timer only.
     */
    long prepareSleep() {
        long until = firstBefore(NEVER);
        SLEEPS_UNTIL.setVolatile(this, until);
        if (firstBefore(until) < until) {
            wakeUp();
            return AWAKE;
        }
        return until;
    }

    /** Returns the first tick after those passed whose slot has something, but none after a limit. */
    private long firstBefore(long limit) {
        long end = Math.min(limit, passed + slots.length() + 1);
        for (long tick = passed + 1; tick < end; tick++) {
            if (slots.get(slot(tick)) != null) {
                return tick;
            }
        }
        return limit;
    }

    /** For the timer only. */
    void wakeUp() {
        SLEEPS_UNTIL.setRelease(this, AWAKE);
    }

    private int slot(long tick) {
        return (int) (tick & (slots.length() - 1));
    }
}
