package dev.ropewalk.lab.shop;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.scheduler.Scheduler;
import java.util.concurrent.CancellationException;

/** The processes of the shop: cooks who pass dishes on through channels. */
final class Kitchen implements AutoCloseable {
    private static final int COOKS = 3;
    private static final long DISH_MILLIS = 5;
    private static final long LOOK_MILLIS = 100;

    private final Scheduler scheduler;
    private final Trouble.Knobs knobs;
    private final Channel<Integer> dishes =
            Channel.<Integer>builder().name("dishes").buffered(16);
    private final Channel<Integer> plates =
            Channel.<Integer>builder().name("plates").rendezvous();
    private final Channel<Integer> salt =
            Channel.<Integer>builder().name("salt").rendezvous();
    private final Channel<Integer> pepper =
            Channel.<Integer>builder().name("pepper").rendezvous();
    private final Channel<String> complaints =
            Channel.<String>builder().name("complaints").buffered(1000);
    private final Thread kitchen;
    private final Thread corner;

    Kitchen(Scheduler scheduler, Trouble.Knobs knobs) {
        this.scheduler = scheduler;
        this.knobs = knobs;
        this.kitchen = Thread.ofVirtual().name("chef").start(this::cook);
        this.corner = Thread.ofVirtual().name("sous-chef").start(this::season);
    }

    private void cook() {
        try (ProcessScope scope =
                ProcessScope.builder(scheduler).name("kitchen").open()) {
            for (int i = 0; i < COOKS; i++) {
                scope.spawn("cook-" + i, () -> {
                    while (true) {
                        plates.send(dishes.receive());
                    }
                });
            }
            scope.spawn("waiter", () -> {
                while (true) {
                    plates.receive();
                }
            });
            for (int dish = 0; true; dish++) {
                dishes.send(dish);
                if (knobs.isOn(Trouble.UNREAD_CHANNEL) && dish % 4 == 0) {
                    boolean ignored = complaints.trySend("too cold: dish " + dish);
                }
                Thread.sleep(DISH_MILLIS);
            }
        } catch (InterruptedException | CancellationException closed) {
            Thread.currentThread().interrupt();
        }
    }

    /** Two cooks who each wait for what the other would pass on first. Turning the knob back lets them go on. */
    private void season() {
        try {
            while (true) {
                if (knobs.isOn(Trouble.DEADLOCK)) {
                    try (ProcessScope scope =
                            ProcessScope.builder(scheduler).name("seasoning").open()) {
                        scope.spawn("salter", () -> pepper.send(salt.receive()));
                        scope.spawn("pepperer", () -> salt.send(pepper.receive()));
                        Thread helper = Thread.ofVirtual().start(this::helpOnceItIsOff);
                        scope.join();
                        helper.join();
                    }
                }
                Thread.sleep(LOOK_MILLIS);
            }
        } catch (InterruptedException | CancellationException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void helpOnceItIsOff() {
        try {
            while (knobs.isOn(Trouble.DEADLOCK)) {
                Thread.sleep(LOOK_MILLIS);
            }
            salt.send(0);
            salt.receive();
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        kitchen.interrupt();
        corner.interrupt();
    }
}
