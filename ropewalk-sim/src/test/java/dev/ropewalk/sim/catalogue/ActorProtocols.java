package dev.ropewalk.sim.catalogue;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.actor.Receptionist;
import dev.ropewalk.actor.Router;
import dev.ropewalk.actor.Routing;
import dev.ropewalk.actor.ServiceKey;
import dev.ropewalk.sim.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Actors that agree with each other, but not under every schedule. */
final class ActorProtocols {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private ActorProtocols() {}

    static List<PlantedBug> bugs() {
        return List.of(
                PlantedBug.of(
                        "a router lets a message overtake another",
                        Theme.ACTORS,
                        Symptom.CHECK,
                        ActorProtocols::overtakingThroughRouter),
                PlantedBug.of(
                        "a restart doubles a transfer",
                        Theme.ACTORS,
                        Symptom.CHECK,
                        ActorProtocols::restartDoublesTransfer),
                PlantedBug.of(
                                "an acknowledged write is lost by a failover",
                                Theme.ACTORS,
                                Symptom.CHECK,
                                ActorProtocols::failoverLosesWrite)
                        .from("FailoverTest of Coyote's samples"),
                PlantedBug.of(
                        "two blocking actors ask each other", Theme.ACTORS, Symptom.CHECK, ActorProtocols::askCycle),
                PlantedBug.of(
                        "a service is looked up before it registers",
                        Theme.ACTORS,
                        Symptom.CHECK,
                        ActorProtocols::earlyLookUp));
    }

    record Put(String key, int value) {}

    private static void overtakingThroughRouter(Simulation simulation, boolean mended) {
        ActorSystem system = ActorStates.system(simulation);
        Map<String, Integer> table = new HashMap<>();
        ActorRef<Put> store = system.spawn("store", context -> put -> table.put(put.key(), put.value()));
        Routing<? super Put> routing = mended ? Routing.consistentHash(Put::key) : Routing.roundRobin();
        Router<Put> writers = system.spawnRouter(routing, 2, context -> store::tell);
        writers.tell(new Put("colour", 1));
        writers.tell(new Put("colour", 2));
        simulation.run();
        Checks.equal(Map.of("colour", 2), table, "table");
    }

    record Transfer(int number, long amount) {}

    /** Tells a ledger and an audit of each transfer. */
    static final class Teller implements Actor<Transfer> {
        private final ActorContext<Transfer> context;
        private final ActorRef<Transfer> ledger;
        private final ActorRef<Transfer> audit;
        private Transfer underWay = new Transfer(0, 0);

        Teller(ActorContext<Transfer> context, ActorRef<Transfer> ledger, ActorRef<Transfer> audit) {
            this.context = context;
            this.ledger = ledger;
            this.audit = audit;
        }

        @Override
        public void receive(Transfer transfer) {
            underWay = transfer;
            ledger.tell(transfer);
            audit.tell(transfer);
        }

        /** No transfer must be lost because its audit has failed. */
        @Override
        public void preRestart(Throwable cause) {
            context.self().tell(underWay);
        }
    }

    private static void restartDoublesTransfer(Simulation simulation, boolean mended) {
        ActorSystem system = ActorStates.system(simulation);
        List<Transfer> booked = new ArrayList<>();
        Set<Integer> known = new HashSet<>();
        ActorRef<Transfer> ledger = system.spawn("ledger", context -> transfer -> {
            if (known.add(transfer.number()) || !mended) {
                booked.add(transfer);
            }
        });
        ActorRef<Transfer> audit = system.spawn(
                ActorOptions.defaults().name("audit").mailbox(Mailbox.bounded(1, OverflowPolicy.FAIL)),
                context -> transfer -> {});
        ActorRef<Transfer> teller = system.spawn("teller", context -> new Teller(context, ledger, audit));
        teller.tell(new Transfer(1, 10));
        teller.tell(new Transfer(2, 20));
        simulation.run();
        Checks.equal(30L, booked.stream().mapToLong(Transfer::amount).sum(), "amount of all transfers");
    }

    sealed interface NodeCommand {}

    record Write(int value, ActorRef<Integer> replyTo) implements NodeCommand {}

    record Replicate(int value, ActorRef<Integer> replyTo) implements NodeCommand {}

    record Read(ActorRef<Integer> replyTo) implements NodeCommand {}

    private static void failoverLosesWrite(Simulation simulation, boolean mended) {
        ActorSystem system = ActorStates.system(simulation);
        ActorRef<Integer> nothing = system.spawn("nothing", context -> value -> {});
        ActorRef<NodeCommand> replica = system.spawn("replica", context -> new Actor<>() {
            private int value;

            @Override
            public void receive(NodeCommand command) {
                switch (command) {
                    case Replicate(int written, ActorRef<Integer> replyTo) -> {
                        value = written;
                        replyTo.tell(written);
                    }
                    case Read(ActorRef<Integer> replyTo) -> replyTo.tell(value);
                    case Write write -> throw new IllegalStateException("no primary: " + write);
                }
            }
        });
        ActorRef<NodeCommand> primary = system.spawn("primary", context -> command -> {
            switch (command) {
                case Write(int value, ActorRef<Integer> replyTo)
                when mended -> replica.tell(new Replicate(value, replyTo));
                case Write(int value, ActorRef<Integer> replyTo) -> {
                    replyTo.tell(value);
                    context.self().tell(new Replicate(value, nothing));
                }
                case Replicate replicate -> replica.tell(replicate);
                case Read read -> throw new IllegalStateException("not asked: " + read);
            }
        });
        simulation.start("failover", () -> system.stop(primary));
        int acknowledged = primary.<Integer>ask(replyTo -> new Write(5, replyTo), SECOND)
                .exceptionally(failure -> 0)
                .join();
        simulation.run();
        int kept = replica.ask(Read::new, SECOND).join();
        Checks.that(acknowledged == 0 || kept == acknowledged, "acknowledged " + acknowledged + " but kept " + kept);
    }

    sealed interface PeerCommand {}

    record Visit(ActorRef<PeerCommand> peer) implements PeerCommand {}

    record Hello(ActorRef<String> replyTo) implements PeerCommand {}

    record Greeted() implements PeerCommand {}

    private static void askCycle(Simulation simulation, boolean mended) {
        ActorSystem system = ActorStates.system(simulation);
        List<String> greeted = new ArrayList<>();
        List<ActorRef<PeerCommand>> peers = new ArrayList<>();
        for (String name : List.of("left", "right")) {
            peers.add(system.spawnBlocking(name, inbox -> {
                while (true) {
                    switch (inbox.receive()) {
                        case Visit(ActorRef<PeerCommand> peer)
                        when mended ->
                            inbox.context()
                                    .ask(peer, Hello::new, SECOND, (String answer, Throwable failure) -> new Greeted());
                        case Visit(ActorRef<PeerCommand> peer) -> {
                            peer.ask(Hello::new, SECOND).join();
                            greeted.add(name);
                        }
                        case Hello(ActorRef<String> replyTo) -> replyTo.tell("hello");
                        case Greeted() -> greeted.add(name);
                    }
                }
            }));
        }
        peers.get(0).tell(new Visit(peers.get(1)));
        peers.get(1).tell(new Visit(peers.get(0)));
        simulation.run();
        Checks.equal(2, greeted.size(), "how many were greeted");
    }

    private static void earlyLookUp(Simulation simulation, boolean mended) {
        ActorSystem system = ActorStates.system(simulation);
        var key = new ServiceKey<>("printer", String.class);
        List<String> printed = new ArrayList<>();
        ActorRef<Receptionist.Listing<String>> client =
                system.spawn("client", context -> listing -> listing.actors().forEach(printer -> printer.tell("page")));
        simulation.start("printing", () -> {
            if (mended) {
                system.receptionist().subscribe(key, client);
            } else {
                client.tell(
                        new Receptionist.Listing<>(key, system.receptionist().find(key)));
            }
        });
        simulation.start("installing", () -> {
            ActorRef<String> printer = system.spawn("printer", context -> printed::add);
            system.receptionist().register(key, printer);
        });
        simulation.run();
        Checks.equal(List.of("page"), printed, "printed");
    }
}
