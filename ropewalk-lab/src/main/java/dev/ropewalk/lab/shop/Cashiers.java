package dev.ropewalk.lab.shop;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** The actors of the shop: customers who order, the cashiers who serve them, and a newsletter. */
final class Cashiers implements AutoCloseable {
    private static final int MANY_RESTARTS = 1_000_000;
    private static final int CASHIERS = 4;
    private static final int ORDERS_A_TICK = 200;
    private static final long SLOW_NANOS = 2_000_000;
    private static final long SLEEP_MILLIS = 300;

    private final ActorSystem system;
    private final Trouble.Knobs knobs;
    private final List<ActorRef<Integer>> cashiers = new ArrayList<>();
    private final List<ActorRef<Integer>> customers = new ArrayList<>();
    private final ActorRef<Object> newsletter;
    private final ActorRef<Integer> left;
    private int orders;

    Cashiers(Scheduler scheduler, Trouble.Knobs knobs, int customers) {
        this.knobs = knobs;
        this.system = ActorSystem.builder("shop")
                .scheduler(scheduler)
                .supervision(Supervision.restart().limit(MANY_RESTARTS, Duration.ofSeconds(1)))
                .build();
        for (int i = 0; i < CASHIERS; i++) {
            boolean isFirst = i == 0;
            cashiers.add(system.spawn("cashier-" + i, context -> cashier(isFirst)));
        }
        for (int i = 0; i < customers; i++) {
            ActorRef<Integer> cashier = cashiers.get(i % CASHIERS);
            this.customers.add(system.spawn(context -> cashier::tell));
        }
        this.newsletter = system.spawn(
                ActorOptions.defaults().name("newsletter").mailbox(Mailbox.bounded(100, OverflowPolicy.DROP_OLDEST)),
                context -> text -> LockSupport.parkNanos(SLOW_NANOS / 10));
        this.left = system.spawn("left", context -> order -> {});
        system.stop(left);
    }

    private Actor<Integer> cashier(boolean isFirst) {
        return order -> {
            if (isFirst && knobs.isOn(Trouble.FAILURES) && order % 1000 == 0) {
                throw new IllegalStateException("no change for order " + order);
            }
            if (isFirst && knobs.isOn(Trouble.GROWING_QUEUE)) {
                LockSupport.parkNanos(SLOW_NANOS);
            }
            if (isFirst && knobs.isOn(Trouble.BLOCKED_WORKER)) {
                sleep();
            }
        };
    }

    private static void sleep() throws InterruptedException {
        Thread.sleep(SLEEP_MILLIS);
    }

    /** Has some customers order; called again and again, one call at a time. */
    void tick() {
        for (int i = 0; i < ORDERS_A_TICK; i++) {
            customers.get(orders % customers.size()).tell(orders++);
        }
        newsletter.tell("offer " + orders);
        if (knobs.isOn(Trouble.OVERFLOW)) {
            for (int i = 0; i < 1000; i++) {
                newsletter.tell("offer " + i);
            }
        }
        if (knobs.isOn(Trouble.DEAD_LETTERS)) {
            left.tell(orders);
        }
    }

    @Override
    public void close() {
        system.close(Duration.ofSeconds(1));
    }
}
