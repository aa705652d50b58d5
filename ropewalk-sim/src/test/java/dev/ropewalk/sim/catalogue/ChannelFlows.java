package dev.ropewalk.sim.catalogue;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.Select;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.sim.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Processes that wait for each other at channels. */
final class ChannelFlows {
    private static final String GO =
            "Tu, Liu, Song, Zhang: Understanding real-world concurrency bugs in Go, ASPLOS 2019";

    private ChannelFlows() {}

    static List<PlantedBug> bugs() {
        return List.of(
                PlantedBug.of(
                                "three philosophers take forks from channels",
                                Theme.CHANNELS,
                                Symptom.DEADLOCK,
                                ChannelFlows::philosophers)
                        .from("Dijkstra: Hierarchical ordering of sequential processes, 1971")
                        .ofDepth(3),
                PlantedBug.of(
                        "a select loses an element", Theme.CHANNELS, Symptom.CHECK, ChannelFlows::selectLosesElement),
                PlantedBug.of(
                        "requests and responses fill both channels",
                        Theme.CHANNELS,
                        Symptom.DEADLOCK,
                        ChannelFlows::fullBothWays),
                PlantedBug.of(
                                "a sender waits for a receiver that gave up",
                                Theme.CHANNELS,
                                Symptom.DEADLOCK,
                                ChannelFlows::senderIsLeft)
                        .from(GO + ", figure 1"),
                PlantedBug.of(
                                "a select takes a tick though it is to stop",
                                Theme.CHANNELS,
                                Symptom.CHECK,
                                ChannelFlows::tickAfterStop)
                        .from(GO + ", figure 11"),
                PlantedBug.of(
                        "a conflated channel carries changes",
                        Theme.CHANNELS,
                        Symptom.CHECK,
                        ChannelFlows::conflatedChanges),
                PlantedBug.of("a ring has a second token", Theme.CHANNELS, Symptom.CHECK, ChannelFlows::secondToken)
                        .from("Le Lann: Distributed systems, towards a formal approach, 1977: loss of the token"));
    }

    private static void philosophers(Simulation simulation, boolean mended) {
        int seats = 3;
        List<Channel<String>> forks = new ArrayList<>();
        for (int i = 0; i < seats; i++) {
            Channel<String> fork = Channel.buffered(1);
            fork.trySend("fork");
            forks.add(fork);
        }
        for (int i = 0; i < seats; i++) {
            boolean otherWay = mended && i == seats - 1;
            Channel<String> left = forks.get(otherWay ? 0 : i);
            Channel<String> right = forks.get(otherWay ? i : (i + 1) % seats);
            Tasks.start(simulation, "philosopher-" + i, () -> {
                String first = left.receive();
                String second = right.receive();
                right.send(second);
                left.send(first);
            });
        }
        simulation.run();
    }

    private static void selectLosesElement(Simulation simulation, boolean mended) {
        Channel<Integer> in = Channel.buffered(2);
        Channel<Integer> out = Channel.rendezvous();
        Channel<String> quit = Channel.buffered(1);
        List<Integer> kept = new ArrayList<>();
        in.trySend(1);
        in.trySend(2);
        Tasks.start(simulation, "forwarder", () -> {
            while (true) {
                Optional<Integer> held = Select.<Optional<Integer>>fair()
                        .receive(in, Optional::of)
                        .receive(quit, word -> Optional.empty())
                        .build()
                        .select();
                if (held.isEmpty()) {
                    break;
                }
                boolean sent = Select.<Boolean>fair()
                        .send(out, held::get, () -> true)
                        .receive(quit, word -> false)
                        .build()
                        .select();
                if (!sent) {
                    if (mended) {
                        kept.add(held.get());
                    }
                    break;
                }
            }
            out.close();
        });
        Tasks.start(simulation, "consumer", () -> out.forEach(kept::add));
        Tasks.start(simulation, "quitter", () -> quit.send("quit"));
        simulation.run();
        in.close();
        in.forEach(kept::add);
        Checks.equal(List.of(1, 2), kept.stream().sorted().toList(), "elements");
    }

    private static void fullBothWays(Simulation simulation, boolean mended) {
        int clients = 2;
        int each = 3;
        Channel<Integer> requests = Channel.buffered(1);
        Channel<Integer> responses = Channel.buffered(1);
        Tasks.start(simulation, "server", () -> {
            for (int i = 0; i < clients * each; i++) {
                responses.send(requests.receive());
            }
        });
        for (int i = 0; i < clients; i++) {
            Tasks.start(simulation, "client-" + i, () -> {
                if (mended) {
                    sendAndReceive(requests, responses, each);
                } else {
                    for (int request = 0; request < each; request++) {
                        requests.send(request);
                    }
                    for (int response = 0; response < each; response++) {
                        responses.receive();
                    }
                }
            });
        }
        simulation.run();
    }

    private static void sendAndReceive(Channel<Integer> requests, Channel<Integer> responses, int each)
            throws InterruptedException {
        var sent = new int[1];
        var received = new int[1];
        Select<Integer> select = Select.<Integer>fair()
                .send(requests, () -> sent[0], () -> sent[0]++)
                .when(() -> sent[0] < each)
                .receive(responses, response -> received[0]++)
                .when(() -> received[0] < each)
                .build();
        while (sent[0] < each || received[0] < each) {
            select.select();
        }
    }

    private static void senderIsLeft(Simulation simulation, boolean mended) throws InterruptedException {
        Channel<String> answers = mended ? Channel.buffered(1) : Channel.rendezvous();
        int latency = simulation.scheduler().random().nextInt(4) * 5;
        Tasks.start(simulation, "request", () -> {
            simulation.scheduler().parkNanos(answers, Duration.ofMillis(latency).toNanos());
            answers.send("answer");
        });
        String answer = Select.<String>fair()
                .receive(answers, received -> received)
                .timeout(Duration.ofMillis(10), () -> "none in time")
                .build()
                .select();
        simulation.run();
        Checks.that(!answer.isEmpty(), "an answer or none");
    }

    private static void tickAfterStop(Simulation simulation, boolean mended) {
        Channel<String> ticks = Channel.buffered(1);
        Channel<String> stop = Channel.buffered(1);
        var stopped = new Shared<>(false);
        ticks.trySend("tick");
        Tasks.start(simulation, "worker", () -> {
            Select<Boolean> select = mended
                    ? Select.<Boolean>inOrder()
                            .receive(stop, word -> true)
                            .receive(ticks, tick -> false)
                            .build()
                    : Select.<Boolean>random()
                            .receive(ticks, tick -> false)
                            .receive(stop, word -> true)
                            .build();
            while (true) {
                boolean mustStop = stopped.get();
                if (select.select()) {
                    return;
                }
                Checks.that(!mustStop, "the worker does something after it was stopped");
            }
        });
        Tasks.start(simulation, "stopper", () -> {
            stop.send("stop");
            stopped.set(true);
        });
        simulation.run();
    }

    private static void conflatedChanges(Simulation simulation, boolean mended) {
        Channel<Integer> counts = Channel.conflated();
        var sum = new int[1];
        Tasks.start(simulation, "counter", () -> {
            for (int i = 1; i <= 3; i++) {
                counts.send(mended ? i : 1);
            }
            counts.close();
        });
        Tasks.start(simulation, "display", () -> counts.forEach(count -> sum[0] = mended ? count : sum[0] + count));
        simulation.run();
        Checks.equal(3, sum[0], "count shown");
    }

    /** A node that has waited for long takes the token for lost and makes another; a node that works for long has it still. */
    private static void secondToken(Simulation simulation, boolean mended) {
        Scheduler scheduler = simulation.scheduler();
        Duration patience = mended ? Duration.ofSeconds(1) : Duration.ofMillis(10);
        List<Channel<String>> links = List.of(Channel.unlimited(), Channel.unlimited());
        var section = new CriticalSection();
        links.get(0).trySend("token");
        for (int i = 0; i < links.size(); i++) {
            Channel<String> in = links.get(i);
            Channel<String> out = links.get(1 - i);
            Tasks.start(simulation, "node-" + i, () -> {
                for (int round = 0; round < 2; round++) {
                    String token = in.receive(patience).orElse("token");
                    Duration work = Duration.ofMillis(5L * scheduler.random().nextInt(4));
                    section.pass(() -> scheduler.parkNanos(section, work.toNanos()));
                    out.send(token);
                }
            });
        }
        simulation.run();
    }
}
