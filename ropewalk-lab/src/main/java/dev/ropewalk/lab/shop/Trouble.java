package dev.ropewalk.lab.shop;

import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Kinds of trouble that the shop can be in. */
enum Trouble {
    FAILURES("a cashier fails at some orders, and is restarted"),
    OVERFLOW("the newsletter is sent faster than it is read: its mailbox drops messages"),
    DEAD_LETTERS("orders are sent to a cashier who has left"),
    GROWING_QUEUE("a cashier is slower than his customers: his mailbox grows"),
    BLOCKED_WORKER("a cashier sleeps on a worker instead of inside of blocking()"),
    DEADLOCK("two cooks wait for each other"),
    UNREAD_CHANNEL("complaints are sent, and nobody receives them"),
    SLOW_STAGE("one stage of the ledger is slower than the others"),
    SLOW_DELIVERY("deliveries take ten times as long: they queue up");

    private final String what;

    Trouble(String what) {
        this.what = what;
    }

    String what() {
        return what;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Which of them the shop is in; any thread may ask and turn. */
    static final class Knobs {
        private final Set<Trouble> on = ConcurrentHashMap.newKeySet();

        boolean isOn(Trouble trouble) {
            return on.contains(trouble);
        }

        void turnOn(Trouble trouble) {
            boolean ignored = on.add(trouble);
        }

        /** Turns one on or off; returns whether it is on now. */
        boolean turn(Trouble trouble) {
            return !on.remove(trouble) && on.add(trouble);
        }
    }
}
