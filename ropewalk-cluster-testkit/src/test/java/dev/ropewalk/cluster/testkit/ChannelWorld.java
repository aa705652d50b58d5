package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.ServiceKey;
import dev.ropewalk.channel.ReceiveResult;
import dev.ropewalk.channel.SendResult;
import dev.ropewalk.channel.Sender;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.RemoteChannel;
import dev.ropewalk.cluster.testkit.Goods.Handing;
import dev.ropewalk.cluster.testkit.Goods.Item;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationBody;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Nodes that send to one channel in all ways; one of them may leave, be killed, be cut off or pause, or somebody may close or fail the channel. Nobody receives anything twice, or in another order than it was sent; no more is
 * accepted than there is room for; at rest every send is decided, and all that members have accepted was received, or is a loss that was told once.
 */
class ChannelWorld implements SimulationBody {
    private static final int NODES = 3;
    private static final int STEPS = 40;
    private static final int FROM_THREAD = 10;

    @Override
    public void run(Simulation simulation) {
        new Play(simulation).run();
    }

    private static final class Play {
        private final Simulation simulation;
        private final RandomGenerator random;
        private final int capacity;
        private final int home;
        private final SimulatedNetwork network;
        private final List<Cluster> clusters = new ArrayList<>();
        private final List<Sender<Item>> senders = new ArrayList<>();
        private final int[] sent = new int[NODES + FROM_THREAD];
        private final boolean[] hasThread = new boolean[NODES];
        private final Map<Item, Optional<SendResult>> results = new ConcurrentHashMap<>();
        private final AtomicInteger accepted = new AtomicInteger();
        private final List<Item> received = new ArrayList<>();
        private final Queue<MessageLoss> losses = new ConcurrentLinkedQueue<>();
        private final RemoteChannel<Item> channel;
        private int disturbed = -1;
        private boolean hasFault;
        private boolean isOver;

        Play(Simulation simulation) {
            this.simulation = simulation;
            random = simulation.scheduler().random();
            capacity = 1 + random.nextInt(random.nextBoolean() ? 2 : 10);
            home = random.nextInt(NODES);
            network = SimulatedNetwork.builder()
                    .seed(random.nextLong())
                    .lossRate(random.nextBoolean() ? 0.2 : 0)
                    .build();
            for (int node = 0; node < NODES; node++) {
                clusters.add(join(node));
            }
            channel = clusters.get(home).channel("items", Item.class, capacity);
        }

        void run() {
            for (int node = 0; node < NODES; node++) {
                senders.add(node == home ? channel.sender() : hand(clusters.get(node)));
            }
            for (int step = 0; step < STEPS; step++) {
                step(random.nextInt(NODES));
                simulation.runFor(Duration.ofMillis(random.nextInt(random.nextBoolean() ? 3 : 500)));
                assertThat(accepted.get() - received.size()).as("accepted").isLessThanOrEqualTo(capacity);
            }
            network.heal();
            if (disturbed >= 0) {
                network.resume(clusters.get(disturbed).self());
            }
            rest();
            if (disturbed != home) {
                channel.close();
                rest();
                assertThat(isOver).as("the receiver hears of the end").isTrue();
            }
            check();
            for (Cluster cluster : clusters) {
                var ignored = cluster.system().close(Duration.ZERO);
            }
        }

        private void rest() {
            for (int i = 0; i < 120; i++) {
                receive(Integer.MAX_VALUE);
                simulation.runFor(Duration.ofMillis(i < 60 ? 100 : 1000));
            }
        }

        private Cluster join(int node) {
            ActorSystem system = ActorSystem.builder("node-" + node)
                    .scheduler(simulation.scheduler())
                    .build();
            ClusterOptions options = ClusterOptions.defaults("shop", Goods.CODECS)
                    .plaintext(true)
                    .onLoss(this::lost)
                    .joinTimeout(Duration.ofMinutes(5));
            if (!clusters.isEmpty()) {
                options = options.seeds(List.of(clusters.getFirst().self().address()));
            }
            return Cluster.join(system, options, network.engine());
        }

        /** Keeps elements; what handed an end over may be lost at any time. */
        private void lost(MessageLoss loss) {
            if (loss.message().orElseThrow() instanceof Item) {
                losses.add(loss);
            }
        }

        private Sender<Item> hand(Cluster to) {
            var key = new ServiceKey<>("handing-" + senders.size(), Handing.class);
            List<Sender<Item>> handed = new ArrayList<>();
            to.receptionist().register(key, to.system().spawn(context -> handing -> handed.add(handing.sender())));
            for (int i = 0; handed.isEmpty(); i++) {
                assertThat(i).as("attempts to hand the sender over").isLessThan(1000);
                for (ActorRef<Handing> taker : clusters.get(home).receptionist().find(key)) {
                    taker.tell(new Handing(channel.sender()));
                }
                simulation.runFor(Duration.ofMillis(100));
            }
            return handed.getFirst();
        }

        private void step(int node) {
            switch (random.nextInt(14)) {
                case 0 -> disturb();
                case 1, 2 -> sendByThread(node);
                case 3, 4, 5 -> {
                    Item item = next(node);
                    if (!note(item, senders.get(node).trySendResult(item))) {
                        results.remove(item);
                    }
                }
                case 6, 7, 8, 9 -> {
                    for (int i = random.nextInt(5); i >= 0; i--) {
                        Item item = next(node);
                        var ignored = senders.get(node).sendAsync(item, Runnable::run, result -> note(item, result));
                    }
                }
                default -> receive(random.nextInt(5));
            }
        }

        /** Returns an element that is about to be sent. */
        private Item next(int from) {
            var item = new Item(from, sent[from]);
            sent[from]++;
            results.put(item, Optional.empty());
            return item;
        }

        private boolean note(Item item, SendResult result) {
            results.put(item, Optional.of(result));
            if (result.isSent()) {
                accepted.incrementAndGet();
            }
            return result.isSent();
        }

        private void sendByThread(int node) {
            if (hasThread[node]) {
                return;
            }
            hasThread[node] = true;
            List<Item> items = new ArrayList<>();
            for (int i = random.nextInt(5); i >= 0; i--) {
                items.add(next(FROM_THREAD + node));
            }
            simulation.start(
                    "sender-" + node + "-" + items.getFirst().number(), () -> sendAll(senders.get(node), node, items));
        }

        private void sendAll(Sender<Item> sender, int node, List<Item> items) {
            try {
                for (Item item : items) {
                    boolean ignored = note(item, sender.sendResult(item));
                }
                hasThread[node] = false;
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        }

        private void receive(int most) {
            for (int i = 0; i < most; i++) {
                switch (channel.receiver().tryReceiveResult()) {
                    case ReceiveResult.Received<Item>(Item item) -> received.add(item);
                    case ReceiveResult.Empty<Item>() -> {
                        return;
                    }
                    default -> {
                        isOver = true;
                        return;
                    }
                }
            }
        }

        private void disturb() {
            if (hasFault) {
                return;
            }
            hasFault = true;
            Cluster last = clusters.getLast();
            int fault = random.nextInt(7);
            disturbed = fault < 4 ? NODES - 1 : -1;
            switch (fault) {
                case 0 -> network.kill(last.self());
                case 1 -> network.isolate(last.self());
                case 2 -> network.pause(last.self());
                case 3 -> simulation.start("leaving", () -> last.close(Duration.ofSeconds(20)));
                case 4 -> senders.get(random.nextInt(NODES)).close();
                case 5 -> senders.get(random.nextInt(NODES)).fail(new IllegalStateException("failed"));
                default -> channel.fail(new IllegalStateException("failed"));
            }
        }

        private void check() {
            assertThat(received).doesNotHaveDuplicates();
            checkOrder();
            List<Object> lost =
                    losses.stream().map(loss -> loss.message().orElseThrow()).toList();
            assertThat(lost).doesNotHaveDuplicates();
            Set<Object> known = new HashSet<>(received);
            known.addAll(lost);
            Set<Item> undecided = new HashSet<>();
            Set<Item> missing = new HashSet<>();
            results.forEach((item, result) -> {
                if (item.from() % FROM_THREAD != disturbed) {
                    if (result.isEmpty()) {
                        undecided.add(item);
                    } else if (result.get().isSent() && !known.contains(item)) {
                        missing.add(item);
                    }
                }
            });
            assertThat(undecided).as("undecided").isEmpty();
            assertThat(missing).as("neither received nor told as lost").isEmpty();
            if (!hasFault) {
                assertThat(losses).isEmpty();
            }
            Set<Object> accepted = results.entrySet().stream()
                    .filter(entry -> entry.getValue().map(SendResult::isSent).orElse(true))
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toSet());
            assertThat(accepted).containsAll(known);
        }

        private void checkOrder() {
            Map<Integer, Integer> last = new HashMap<>();
            for (Item item : received) {
                Integer before = last.put(item.from(), item.number());
                assertThat(item.number()).as("in %s", received).isGreaterThan(before == null ? -1 : before);
            }
        }
    }
}
