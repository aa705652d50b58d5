package dev.ropewalk.sim.catalogue;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.sim.Simulation;
import java.time.Duration;
import java.util.List;

/** Programs in which something that was sent is never handled, or too much of it waits. None of them looks by itself. */
final class Unhandled {
    private static final int CREDITS = 2;

    private Unhandled() {}

    static List<PlantedBug> bugs() {
        return List.of(
                bug("an order comes to a shop that has closed", Theme.ACTORS, Unhandled::closedShop),
                bug("a stash is forgotten when its actor opens again", Theme.ACTORS, Unhandled::forgottenStash),
                bug("a receiver leaves before the last element", Theme.CHANNELS, Unhandled::lastElement),
                PlantedBug.of(
                                "two senders take the same credit",
                                Theme.CHANNELS,
                                Symptom.TOO_MANY_WAIT,
                                Unhandled::sharedCredit)
                        .judgedBy(options -> options.maxWaiting(CREDITS)));
    }

    private static PlantedBug bug(String name, Theme theme, Program program) {
        return PlantedBug.of(name, theme, Symptom.UNHANDLED, program).judgedBy(options -> options.allHandled(true));
    }

    sealed interface ShopMessage {}

    record Order() implements ShopMessage {}

    record CloseShop() implements ShopMessage {}

    private static void closedShop(Simulation simulation, boolean mended) {
        ActorRef<ShopMessage> shop = ActorStates.system(simulation).spawn("shop", context -> message -> {
            if (message instanceof CloseShop) {
                context.stop();
            }
        });
        Thread customer = simulation.start("customer", () -> shop.tell(new Order()));
        if (mended) {
            Tasks.run(customer::join);
        }
        shop.tell(new CloseShop());
        simulation.run();
    }

    sealed interface GateMessage {}

    record Visitor() implements GateMessage {}

    record Open() implements GateMessage {}

    record Shut() implements GateMessage {}

    /** Keeps visitors until it opens. */
    static final class Gate implements Actor<GateMessage> {
        private final ActorContext<GateMessage> context;
        private final boolean mended;
        private boolean isOpen;
        private boolean wasOpen;

        Gate(ActorContext<GateMessage> context, boolean mended) {
            this.context = context;
            this.mended = mended;
        }

        @Override
        public void receive(GateMessage message) {
            switch (message) {
                case Open() -> {
                    isOpen = true;
                    if (mended || !wasOpen) {
                        context.stash().unstashAll();
                    }
                    wasOpen = true;
                }
                case Shut() -> isOpen = false;
                case Visitor visitor -> {
                    if (!isOpen) {
                        context.stash().add(visitor);
                    }
                }
            }
        }
    }

    private static void forgottenStash(Simulation simulation, boolean mended) {
        ActorRef<GateMessage> gate = ActorStates.system(simulation).spawn("gate", context -> new Gate(context, mended));
        simulation.start("visitor", () -> gate.tell(new Visitor()));
        gate.tell(new Open());
        gate.tell(new Shut());
        gate.tell(new Open());
        simulation.run();
    }

    private static void lastElement(Simulation simulation, boolean mended) {
        Channel<String> channel = Channel.unlimited();
        var isDone = new Shared<>(false);
        simulation.start(
                "sender",
                () -> Tasks.run(() -> {
                    channel.send("first");
                    channel.send("last");
                    isDone.set(true);
                }));
        simulation.start(
                "receiver",
                () -> Tasks.run(() -> {
                    while (!isDone.get()) {
                        channel.receive(Duration.ofMillis(1));
                    }
                    while (mended && channel.tryReceive().isPresent()) {
                        Simulation.point(channel);
                    }
                }));
        simulation.run();
    }

    private static void sharedCredit(Simulation simulation, boolean mended) {
        Channel<String> channel = Channel.unlimited();
        var credits = new Shared<>(CREDITS);
        for (int i = 0; i < CREDITS + 1; i++) {
            simulation.start(
                    "sender-" + i,
                    () -> Tasks.run(() -> {
                        int left = credits.get();
                        while (mended && left > 0 && !credits.compareAndSet(left, left - 1)) {
                            left = credits.get();
                        }
                        if (left > 0) {
                            if (!mended) {
                                credits.set(left - 1);
                            }
                            channel.send("work");
                        }
                    }));
        }
        simulation.run();
    }
}
