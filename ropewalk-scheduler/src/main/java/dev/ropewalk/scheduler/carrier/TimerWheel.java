package dev.ropewalk.scheduler.carrier;

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
 *       looks at the slots; the adder reads it after its compare-and-set. If the timer has looked before the timeout came there, the
 *       adder sees that, says so in {@code missed} and wakes the timer, which then looks at the whole wheel. It resets {@code missed}
 *       before it looks, so that it finds what was added before that was set.
 *   <li>The timer falls asleep until a later tick. It writes until when it sleeps and then looks at the slots again; the adder reads
 *       that after its compare-and-set. Either the timer sees the timeout or the adder sees that the timer must be woken.
 * </ul>
 *
 * <p>The wake-up of a timer that isn't asleep yet may be lost: what it calls before it sleeps may park and take the permit. So before it
 * sleeps it reads {@code missed}, too. What is missed after that wakes it from the sleep itself, which is the next time that it parks.
 *
 * <p>A timeout is in one list at a time. Its {@code next} is written by the adder before the compare-and-set that publishes it, and then by
 * the timer, which takes whole lists.
 *
 * <p>A timeout that is cancelled stays in its slot until its tick, without its command.
 */
final class TimerWheel {
    /** The timer isn't asleep. */
    static final long AWAKE = Long.MIN_VALUE;
    /** The timer sleeps until it is woken. */
    static final long NEVER = Long.MAX_VALUE;

    private static final VarHandle PASSED = VarHandles.of(MethodHandles.lookup(), "passed", long.class);
    private static final VarHandle MISSED = VarHandles.of(MethodHandles.lookup(), "missed", boolean.class);
    private static final VarHandle SLEEPS_UNTIL = VarHandles.of(MethodHandles.lookup(), "sleepsUntil", long.class);

    private final AtomicReferenceArray<@Nullable Timeout> slots;

    /** The last tick whose slot was looked at; written by the timer. */
    private long passed;

    /** Whether a timeout may be in a slot that was passed before; set by adders, reset by the timer. */
    @SuppressWarnings("UnusedVariable") // accessed through MISSED
    private boolean missed;

    /** The tick until which the timer sleeps, or {@link #AWAKE}; written by the timer. */
    @SuppressWarnings("UnusedVariable") // accessed through SLEEPS_UNTIL
    private long sleepsUntil = NEVER;

    /** What an advance has found so far; fields, so that it needs no memory. For the timer only. */
    private @Nullable Timeout dueFirst;

    private @Nullable Timeout dueLast;

    /**
     * Makes a wheel that is at tick 0, and whose timer sleeps until it is woken.
     *
     * @param size how many slots it has, a power of two
     */
    TimerWheel(int size) {
        slots = new AtomicReferenceArray<>(size);
    }

    /** Adds a timeout that is due less than a turn from now; returns whether the timer must be woken. */
    boolean add(Timeout timeout) {
        long due = timeout.tick;
        push(timeout, due);
        if ((long) PASSED.getVolatile(this) >= due) {
            MISSED.setVolatile(this, true);
            return true;
        }
        return due < (long) SLEEPS_UNTIL.getVolatile(this);
    }

    private void push(Timeout timeout, long tick) {
        int slot = slot(tick);
        Timeout head;
        do {
            head = slots.get(slot);
            timeout.next = head;
        } while (!slots.compareAndSet(slot, head, timeout));
    }

    /** Takes all that is due at a tick, in the order of slots and then of coming; returns the first one. For the timer only. */
    @Nullable
    Timeout advance(long tick) {
        boolean all = (boolean) MISSED.getVolatile(this);
        if (all) {
            MISSED.setVolatile(this, false);
        }
        long turnAgo = tick - slots.length();
        long from = all ? turnAgo : Math.max(passed, turnAgo);
        PASSED.setVolatile(this, tick);
        dueFirst = null;
        dueLast = null;
        for (long at = from + 1; at <= tick; at++) {
            int slot = slot(at);
            if (slots.get(slot) != null) {
                takeDue(slots.getAndSet(slot, null), tick);
            }
        }
        Timeout first = dueFirst;
        dueFirst = null;
        dueLast = null;
        return first;
    }

    /** Adds what is due of a list, which was added last first, to what is due of those before; the rest is put back. */
    private void takeDue(@Nullable Timeout list, long tick) {
        Timeout oldest = null;
        Timeout youngest = null;
        for (Timeout timeout = list; timeout != null; ) {
            Timeout older = timeout.next;
            if (timeout.tick > tick) {
                push(timeout, timeout.tick);
            } else {
                timeout.next = oldest;
                oldest = timeout;
                youngest = youngest == null ? timeout : youngest;
            }
            timeout = older;
        }
        if (oldest == null) {
            return;
        }
        if (dueLast == null) {
            dueFirst = oldest;
        } else {
            dueLast.next = oldest;
        }
        dueLast = youngest;
    }

    /** Puts timeouts back that were due, to be due again some ticks after those passed. For the timer only. */
    void putBack(Timeout first, long ticks) {
        for (Timeout timeout = first; timeout != null; ) {
            Timeout next = timeout.next;
            push(timeout, passed + ticks);
            timeout = next;
        }
    }

    /**
     * Returns until which tick the timer may sleep: {@link #NEVER} if nothing waits, {@link #AWAKE} if it may not. It must tell by
     * {@link #wakeUp} that it sleeps no longer. For the timer only.
     */
    long prepareSleep() {
        long until = firstBefore(NEVER);
        SLEEPS_UNTIL.setVolatile(this, until);
        if ((boolean) MISSED.getVolatile(this) || firstBefore(until) < until) {
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
