package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.Timers;
import dev.ropewalk.actor.supervision.InternalMessage;
import dev.ropewalk.base.CarriedContext;
import dev.ropewalk.base.Envelope;
import dev.ropewalk.scheduler.Timer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The timers of one actor. When one is due it sends the actor a {@link Tick}, and only in the actor's own code that becomes a
 * message, if the timer is still the one of its key. All fields belong to the actor, but for {@code sent} of a tick.
 */
final class ActorTimers<M> implements Timers<M> {
    private final ContextCell<M> cell;
    private final Runnable receiveTimeoutChanged;
    private final Map<Object, Tick<M>> ticks = new LinkedHashMap<>();
    private @Nullable ReceiveTimeout<M> receiveTimeout;

    /**
     * Makes the timers of an actor.
     *
     * @param receiveTimeoutChanged called when messages must be noted from now on, or need it no more
     */
    ActorTimers(ContextCell<M> cell, Runnable receiveTimeoutChanged) {
        this.cell = cell;
        this.receiveTimeoutChanged = receiveTimeoutChanged;
    }

    /** A timer, and what it sends its actor when it is due. */
    static class Tick<M> extends InternalMessage implements Envelope {
        final Object key;
        final M message;
        final boolean periodic;

        private final Cell<M> cell;
        private @Nullable Timer timer;

        /** Whether one is on its way. Set when it is sent, cleared by the actor. */
        private volatile boolean sent;

        Tick(Cell<M> cell, Object key, M message, boolean periodic) {
            this.cell = cell;
            this.key = key;
            this.message = message;
            this.periodic = periodic;
        }

        @Override
        public final Object content() {
            return message;
        }

        final void fire() {
            if (!sent) {
                sent = true;
                deliver();
            }
        }

        /** A tick that could not be sent is skipped; the next one isn't. */
        private void deliver() {
            try {
                cell.deliver(this);
            } catch (Throwable thrown) {
                sent = false;
                throw thrown;
            }
        }

        final void arm(Duration delay) {
            timer = cell.system().scheduler().schedule(cell.system().timerStrand(), this::fire, delay);
        }

        final void arm(Duration delay, Duration period) {
            timer = cell.system()
                    .scheduler()
                    .scheduleAtFixedRate(cell.system().timerStrand(), this::fire, delay, period);
        }

        final void disarm() {
            if (timer != null) {
                timer.cancel();
            }
        }
    }

    /** A timer that brings the context along in which it was started. */
    private static final class CarriedTick<M> extends Tick<M> {
        private final CarriedContext context;

        CarriedTick(Cell<M> cell, Object key, M message, CarriedContext context) {
            super(cell, key, message, false);
            this.context = context;
        }

        @Override
        public CarriedContext context() {
            return context;
        }
    }

    private static final class ReceiveTimeout<M> extends Tick<M> {
        final Duration timeout;
        long lastNanos;

        ReceiveTimeout(Cell<M> cell, M message, Duration timeout) {
            super(cell, ReceiveTimeout.class, message, true);
            this.timeout = timeout;
        }
    }

    /** Returns the message of a tick that has arrived, null if its timer was ended or isn't due yet after all. */
    @Nullable
    M takeMessage(Tick<M> tick) {
        tick.sent = false;
        if (tick instanceof ReceiveTimeout<M> idle) {
            return isCurrent(idle) && rearm(idle) ? idle.message : null;
        }
        boolean live = tick.periodic ? tick.equals(ticks.get(tick.key)) : ticks.remove(tick.key, tick);
        return live ? tick.message : null;
    }

    /** Returns whether the timer of a tick that has arrived was neither ended nor replaced. */
    boolean isLive(Tick<M> tick) {
        return tick instanceof ReceiveTimeout<M> idle ? isCurrent(idle) : tick.equals(ticks.get(tick.key));
    }

    @SuppressWarnings("ReferenceEquality") // asks which timer it is
    private boolean isCurrent(ReceiveTimeout<M> idle) {
        return idle == receiveTimeout;
    }

    private boolean rearm(ReceiveTimeout<M> idle) {
        long now = cell.system().scheduler().nanoTime();
        Duration left = idle.timeout.minusNanos(now - idle.lastNanos);
        boolean due = !left.isPositive();
        if (due) {
            idle.lastNanos = now;
        }
        try {
            idle.arm(due ? idle.timeout : left);
        } catch (RejectedExecutionException closed) {
            return due; // the scheduler has no time any more, and the actor will stop
        }
        return due;
    }

    /** Returns whether {@link #noteMessage} wants to be called for each message. */
    boolean hasReceiveTimeout() {
        return receiveTimeout != null;
    }

    /** Notes that a message has come which isn't a timer's. */
    void noteMessage() {
        ReceiveTimeout<M> idle = receiveTimeout;
        if (idle != null) {
            idle.lastNanos = cell.system().scheduler().nanoTime();
        }
    }

    @Override
    public void startSingle(Object key, M message, Duration delay) {
        cell.checkOwnCode("timers().startSingle");
        Objects.requireNonNull(delay, "delay");
        put(key, message, false).arm(delay);
    }

    @Override
    public void startAtFixedRate(Object key, M message, Duration initialDelay, Duration period) {
        cell.checkOwnCode("timers().startAtFixedRate");
        Objects.requireNonNull(initialDelay, "initialDelay");
        checkPositive("period", period);
        put(key, message, true).arm(initialDelay, period);
    }

    private Tick<M> put(Object key, M message, boolean periodic) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(message, "message");
        CarriedContext context = periodic ? null : cell.captureFor(message);
        Tick<M> tick = context == null
                ? new Tick<>(cell, key, message, periodic)
                : new CarriedTick<>(cell, key, message, context);
        Tick<M> earlier = ticks.put(key, tick);
        if (earlier != null) {
            earlier.disarm();
        }
        return tick;
    }

    @Override
    public void cancel(Object key) {
        cell.checkOwnCode("timers().cancel");
        Tick<M> tick = ticks.remove(Objects.requireNonNull(key, "key"));
        if (tick != null) {
            tick.disarm();
        }
    }

    @Override
    public void cancelAll() {
        cell.checkOwnCode("timers().cancelAll");
        endAll();
    }

    /** Ends all timers, by the actor's own code or at the end of that. */
    void endAll() {
        ticks.values().forEach(Tick::disarm);
        ticks.clear();
        endReceiveTimeout();
    }

    @Override
    public boolean isActive(Object key) {
        cell.checkOwnCode("timers().isActive");
        return ticks.containsKey(Objects.requireNonNull(key, "key"));
    }

    @Override
    public void setReceiveTimeout(Duration timeout, M message) {
        cell.checkOwnCode("timers().setReceiveTimeout");
        checkPositive("timeout", timeout);
        Objects.requireNonNull(message, "message");
        endReceiveTimeout();
        var idle = new ReceiveTimeout<>(cell, message, timeout);
        receiveTimeout = idle;
        noteMessage();
        idle.arm(timeout);
        receiveTimeoutChanged.run();
    }

    @Override
    public void cancelReceiveTimeout() {
        cell.checkOwnCode("timers().cancelReceiveTimeout");
        endReceiveTimeout();
    }

    private void endReceiveTimeout() {
        if (receiveTimeout != null) {
            receiveTimeout.disarm();
            receiveTimeout = null;
            receiveTimeoutChanged.run();
        }
    }

    private static void checkPositive(String name, Duration value) {
        if (!Objects.requireNonNull(value, name).isPositive()) {
            throw new IllegalArgumentException(name + " must be above zero, but is " + value);
        }
    }
}
