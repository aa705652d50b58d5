package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.ServiceKey;
import dev.ropewalk.channel.Sender;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.DnsDiscovery;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.cluster.EntityInterface;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.HandsOver;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.Outbox;
import dev.ropewalk.cluster.OutboxOptions;
import dev.ropewalk.cluster.ReliableRef;
import dev.ropewalk.cluster.RemoteChannel;
import dev.ropewalk.cluster.Removal;
import dev.ropewalk.cluster.TlsCertificates;
import dev.ropewalk.cluster.Topic;
import dev.ropewalk.cluster.codec.Codec;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.codec.EncodingException;
import dev.ropewalk.cluster.codec.FrameReader;
import dev.ropewalk.cluster.codec.FrameWriter;
import dev.ropewalk.cluster.codec.MethodId;
import dev.ropewalk.cluster.codec.Since;
import dev.ropewalk.cluster.kubernetes.KubernetesDiscovery;
import dev.ropewalk.cluster.store.BlockingRememberedKeys;
import dev.ropewalk.cluster.store.RememberedKeys;
import dev.ropewalk.cluster.testkit.SimulatedNetwork;
import dev.ropewalk.testing.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of docs/guide/clusters.md, and what it computes. */
class ClustersExamplesTest {
    private final Queue<Object> printed = new ConcurrentLinkedQueue<>();

    // @start region="messages" :
    sealed interface Command {}

    record Deposit(long amount) implements Command {}

    record Balance(ActorRef<Long> replyTo) implements Command {}

    static final EntityType<String, Command> ACCOUNTS = EntityType.of("account", String.class, Command.class);

    static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Long.class)
            .registerSealed(Command.class, Map.of(Deposit.class, 3, Balance.class, 4))
            .build();
    // @end

    // @start region="own" :
    sealed interface Order {}

    record Pay(long amount) implements Order {}

    record Paid(Throwable failure) implements Order {} // what an order tells itself, by pipeToSelf

    static final CodecRegistry ORDER_CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .registerSealed(Order.class, Map.of(Pay.class, 2))
            .register(3, Paid.class, new StaysHere<>())
            .build();

    static final class StaysHere<T> implements Codec<T> {
        @Override
        public void write(T value, FrameWriter out) {
            throw new EncodingException(value + " isn't for other nodes");
        }

        @Override
        public T read(FrameReader in) {
            throw new IllegalArgumentException("it isn't for other nodes");
        }
    }
    // @end

    @Test
    void shouldLetAnEntityTellItselfWhatCannotBeSent() throws Exception {
        EntityType<String, Order> orders = EntityType.of("order", String.class, Order.class);
        ClusterOptions options = ClusterOptions.defaults("shop", ORDER_CODECS).plaintext(true);
        var paid = new CompletableFuture<Paid>();
        try (ActorSystem system = ActorSystem.create("shop");
                Cluster cluster =
                        Cluster.join(system, options, SimulatedNetwork.seeded(1).engine())) {
            cluster.host(orders, entity -> order -> {
                switch (order) {
                    case Pay(long amount) ->
                        entity.actor()
                                .pipeToSelf(
                                        CompletableFuture.failedFuture(new IllegalStateException("no " + amount)),
                                        (nothing, failure) -> new Paid(Objects.requireNonNull(failure)));
                    case Paid end -> paid.complete(end);
                }
            });
            cluster.entity(orders, "17").tell(new Pay(10));
            assertThat(paid.get(10, TimeUnit.SECONDS).failure()).hasMessage("no 10");
        }
        assertThatExceptionOfType(EncodingException.class)
                .isThrownBy(() -> ORDER_CODECS.encode(new Paid(new IllegalStateException())))
                .withMessageContaining("isn't for other nodes");
    }

    record PaymentBefore(long amount, String from) {}

    // @start region="versions" :
    record Payment(long amount, String from, @Since(2) Optional<String> note) {}
    // @end

    @Test
    void shouldReadWhatAnOlderNodeHasSent() {
        CodecRegistry before =
                CodecRegistry.builder().register(1, PaymentBefore.class).build();
        CodecRegistry after = CodecRegistry.builder().register(1, Payment.class).build();
        assertThat(after.decode(before.encode(new PaymentBefore(10, "anna"))))
                .isEqualTo(new Payment(10, "anna", Optional.empty()));
        assertThat(before.decode(after.encode(new Payment(10, "anna", Optional.of("rent")))))
                .isEqualTo(new PaymentBefore(10, "anna"));
    }

    @Test
    void optionsShouldBeOnesOfANode() {
        // @start region="options" :
        ClusterOptions options = ClusterOptions.defaults("bank", CODECS)
                .host("10.0.0.7")
                .port(2551)
                .seeds(List.of(new NodeAddress("10.0.0.7", 2551), new NodeAddress("10.0.0.8", 2551)))
                .tls(TlsCertificates.of(Path.of("tls.crt"), Path.of("tls.key"), Path.of("ca.crt")))
                .onLoss(this::lost);
        // @end
        assertThat(options.seeds()).hasSize(2);
    }

    private static void open(BooleanSupplier isReady) {
        assertThat(isReady.getAsBoolean()).isTrue();
    }

    @Test
    void nodesShouldBeReady() {
        ClusterOptions options = ClusterOptions.defaults("bank", CODECS).plaintext(true);
        try (ActorSystem system = ActorSystem.create("bank");
                Cluster cluster =
                        Cluster.join(system, options, SimulatedNetwork.seeded(1).engine())) {
            // @start region="ready" :
            cluster.host(ACCOUNTS, entity -> new Account());
            cluster.whenReady().join();
            open(() -> cluster.isReady());
            // @end
        }
    }

    /** Where a program's nodes are listed. */
    private record Registry(List<NodeAddress> addresses) {}

    @Test
    void optionsShouldFindNodes() throws Exception {
        ClusterOptions options = ClusterOptions.defaults("bank", CODECS);
        var registry = new Registry(List.of(new NodeAddress("10.0.0.7", 2551)));
        // @start region="dns" :
        ClusterOptions found =
                options.discovery(DnsDiscovery.addresses("bank-nodes", 2551)).foundingNodes(2);
        // @end
        // @start region="pods" :
        ClusterOptions pods =
                options.discovery(KubernetesDiscovery.pods("app=bank")).foundingNodes(2);
        // @end
        // @start region="listed" :
        ClusterOptions listed = options.discovery(self -> registry.addresses()).foundingNodes(2);
        // @end
        assertThat(found.discovery().orElseThrow())
                .hasToString("DNS, addresses of 'bank-nodes', each with port 2551 at the servers of the system");
        assertThat(pods.discovery().orElseThrow()).hasToString("Kubernetes, pods with 'app=bank'");
        assertThat(listed.discovery().orElseThrow().find(registry.addresses().getFirst()))
                .isEqualTo(registry.addresses());
    }

    private void lost(MessageLoss loss) {
        printed.add(loss);
    }

    private static final class Account implements Actor<Command> {
        private long balance;

        @Override
        public void receive(Command command) {
            switch (command) {
                case Deposit deposit -> balance += deposit.amount();
                case Balance question -> question.replyTo().tell(balance);
            }
        }
    }

    @Test
    void nodesShouldReachTheSameEntity() throws Exception {
        ClusterOptions options = ClusterOptions.defaults("bank", CODECS).plaintext(true);
        // @start region="test" :
        SimulatedNetwork network = SimulatedNetwork.seeded(1);
        try (ActorSystem one = ActorSystem.create("one");
                ActorSystem two = ActorSystem.create("two");
                Cluster first = Cluster.join(one, options, network.engine());
                Cluster second =
                        Cluster.join(two, options.seeds(List.of(first.self().address())), network.engine())) {
            first.host(ACCOUNTS, entity -> new Account());
            second.host(ACCOUNTS, entity -> new Account());
            first.entity(ACCOUNTS, "17").tell(new Deposit(10));
            // @end
            EntityRef<String, Command> account = first.entity(ACCOUNTS, "17");
            CompletableFuture<Long> settled = account.ask(Balance::new, Duration.ofSeconds(10));
            assertThat(settled.get(10, TimeUnit.SECONDS)).isEqualTo(10);
            // @start region="ask" :
            EntityRef<String, Command> same = second.entity(ACCOUNTS, "17");
            CompletableFuture<Long> balance = same.ask(Balance::new, Duration.ofSeconds(10));
            // @end
            assertThat(balance.get(10, TimeUnit.SECONDS)).isEqualTo(10);
            assertThat(second.stats().losses()).isEmpty();
        }
        assertThat(printed).isEmpty();
    }

    @Test
    void entitiesShouldLiveWhereTheirRoleIs() throws Exception {
        ClusterOptions options = ClusterOptions.defaults("bank", CODECS).plaintext(true);
        SimulatedNetwork network = SimulatedNetwork.seeded(1);
        try (ActorSystem one = ActorSystem.create("one");
                ActorSystem two = ActorSystem.create("two");
                Cluster first = Cluster.join(one, options, network.engine())) {
            hostByRole(first);
            options = options.seeds(List.of(first.self().address()));
            // @start region="roles" :
            ClusterOptions ledger = options.roles(Set.of("ledger"));
            // @end
            try (Cluster second = Cluster.join(two, ledger, network.engine())) {
                hostByRole(second);
                first.entity(ACCOUNTS, "key-1").tell(new Deposit(10));
                assertThat(balance(first, 1)).isEqualTo(10);
                assertThat(second.stats().types().get("account").entities().started())
                        .isEqualTo(1);
            }
        }
    }

    private static void hostByRole(Cluster cluster) {
        // @start region="hostbyrole" :
        cluster.host(ACCOUNTS, EntityOptions.defaults().role("ledger"), entity -> new Account());
        // @end
    }

    @Test
    void actorsShouldBeFoundOnOtherNodes() throws Exception {
        ClusterOptions options = ClusterOptions.defaults("bank", CODECS).plaintext(true);
        SimulatedNetwork network = SimulatedNetwork.seeded(1);
        try (ActorSystem one = ActorSystem.create("one");
                ActorSystem two = ActorSystem.create("two");
                Cluster first = Cluster.join(one, options, network.engine());
                Cluster second =
                        Cluster.join(two, options.seeds(List.of(first.self().address())), network.engine())) {
            ActorRef<Command> teller = one.spawn(context -> printed::add);
            // @start region="register" :
            ServiceKey<Command> tellers = new ServiceKey<>("teller", Command.class);
            first.receptionist().register(tellers, teller);
            // @end
            Await.until(
                    "it is found", () -> !second.receptionist().find(tellers).isEmpty());
            // @start region="find" :
            for (ActorRef<Command> found : second.receptionist().find(tellers)) {
                found.tell(new Deposit(1));
            }
            // @end
            Await.until("it is told", () -> printed.contains(new Deposit(1)));
        }
    }

    @Test
    void topicsShouldReachSubscribersOnOtherNodes() {
        ClusterOptions options = ClusterOptions.defaults("bank", CODECS).plaintext(true);
        SimulatedNetwork network = SimulatedNetwork.seeded(1);
        try (ActorSystem one = ActorSystem.create("one");
                ActorSystem two = ActorSystem.create("two");
                Cluster first = Cluster.join(one, options, network.engine());
                Cluster second =
                        Cluster.join(two, options.seeds(List.of(first.self().address())), network.engine())) {
            ActorRef<Object> auditor = two.spawn(context -> printed::add);
            // @start region="subscribe" :
            Topic<Deposit> deposits = second.topic("deposits", Deposit.class);
            deposits.subscribe(auditor);
            // @end
            Await.until("it has come", () -> {
                // @start region="publish" :
                first.topic("deposits", Deposit.class).publish(new Deposit(10));
                // @end
                return printed.contains(new Deposit(10));
            });
        }
    }

    @Test
    void nodesShouldReachTheSameSingleton() throws Exception {
        ClusterOptions options = ClusterOptions.defaults("bank", CODECS).plaintext(true);
        SimulatedNetwork network = SimulatedNetwork.seeded(1);
        try (ActorSystem one = ActorSystem.create("one");
                ActorSystem two = ActorSystem.create("two");
                Cluster first = Cluster.join(one, options, network.engine());
                Cluster second =
                        Cluster.join(two, options.seeds(List.of(first.self().address())), network.engine())) {
            // @start region="singleton" :
            ActorRef<Command> vault = first.singleton("vault", Command.class, context -> new Account());
            // @end
            // @start region="sameSingleton" :
            ActorRef<Command> sameVault = second.singleton("vault", Command.class, context -> new Account());
            sameVault.tell(new Deposit(10));
            // @end
            CompletableFuture<Long> settled = sameVault.ask(Balance::new, Duration.ofSeconds(10));
            assertThat(settled.get(10, TimeUnit.SECONDS)).isEqualTo(10);
            CompletableFuture<Long> balance = vault.ask(Balance::new, Duration.ofSeconds(10));
            assertThat(balance.get(10, TimeUnit.SECONDS)).isEqualTo(10);
        }
    }

    // @start region="collect" :
    record Collect(Sender<Deposit> slips) {}
    // @end

    // @start region="send" :
    static void collect(Collect order) throws InterruptedException {
        try (Sender<Deposit> slips = order.slips()) {
            for (int amount = 1; amount <= 3; amount++) {
                slips.send(new Deposit(amount));
            }
        }
    }
    // @end

    @Test
    void elementsShouldComeFromOtherNodes() {
        CodecRegistry codecs = CodecRegistry.builder()
                .register(1, Deposit.class)
                .register(2, Collect.class)
                .build();
        ClusterOptions options = ClusterOptions.defaults("bank", codecs).plaintext(true);
        SimulatedNetwork network = SimulatedNetwork.seeded(1);
        try (ActorSystem one = ActorSystem.create("one");
                ActorSystem two = ActorSystem.create("two");
                Cluster first = Cluster.join(one, options, network.engine());
                Cluster second =
                        Cluster.join(two, options.seeds(List.of(first.self().address())), network.engine())) {
            ServiceKey<Collect> key = new ServiceKey<>("collector", Collect.class);
            ActorRef<Collect> collector = two.spawnBlocking(inbox -> collect(inbox.receive()));
            second.receptionist().register(key, collector);
            Await.until("it is found", () -> !first.receptionist().find(key).isEmpty());
            ActorRef<Collect> teller = first.receptionist().find(key).iterator().next();
            // @start region="channel" :
            RemoteChannel<Deposit> slips = first.channel("slips", Deposit.class, 64);
            teller.tell(new Collect(slips.sender()));
            for (Deposit slip : slips.receiver()) {
                printed.add(slip);
            }
            // @end
            assertThat(printed).containsExactly(new Deposit(1), new Deposit(2), new Deposit(3));
        }
    }

    // @start region="interface" :
    interface Savings {
        @MethodId(1)
        void deposit(long amount);

        @MethodId(2)
        CompletableFuture<Long> balance();
    }
    // @end

    // @start region="interfacetype" :
    static final CodecRegistry SAVINGS_CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .registerInterface(2, Savings.class)
            .build();

    static final EntityInterface<String, Savings> SAVINGS =
            EntityInterface.of("savings", String.class, Savings.class, SAVINGS_CODECS);
    // @end

    private static final class SavingsAccount implements Savings {
        private long balance;

        @Override
        public void deposit(long amount) {
            balance += amount;
        }

        @Override
        public CompletableFuture<Long> balance() {
            return CompletableFuture.completedFuture(balance);
        }
    }

    private static void hostSavings(Cluster cluster) {
        // @start region="hostinterface" :
        cluster.host(SAVINGS, entity -> new SavingsAccount());
        // @end
    }

    @Test
    void proxiesShouldReachTheSameEntity() throws Exception {
        ClusterOptions options = ClusterOptions.defaults("bank", SAVINGS_CODECS).plaintext(true);
        SimulatedNetwork network = SimulatedNetwork.seeded(1);
        try (ActorSystem one = ActorSystem.create("one");
                ActorSystem two = ActorSystem.create("two");
                Cluster first = Cluster.join(one, options, network.engine());
                Cluster second =
                        Cluster.join(two, options.seeds(List.of(first.self().address())), network.engine())) {
            hostSavings(first);
            hostSavings(second);
            // @start region="proxy" :
            Savings account = second.proxy(SAVINGS, "17", Duration.ofSeconds(10));
            account.deposit(10);
            CompletableFuture<Long> balance = account.balance();
            // @end
            assertThat(balance.get(10, TimeUnit.SECONDS)).isEqualTo(10);
            assertThat(first.proxy(SAVINGS, "17", Duration.ofSeconds(10))
                            .balance()
                            .get(10, TimeUnit.SECONDS))
                    .isEqualTo(10);
        }
    }

    // @start region="handover" :
    record Total(long sum) {}

    static final class Counter implements Actor<Command>, HandsOver<Total> {
        private long sum;

        Counter(EntityContext<String, Command> entity) {
            sum = entity.handedOver(Total.class).map(Total::sum).orElse(0L);
        }

        @Override
        public void receive(Command command) {
            switch (command) {
                case Deposit(long amount) -> sum += amount;
                case Balance(ActorRef<Long> replyTo) -> replyTo.tell(sum);
            }
        }

        @Override
        public Total handOver() {
            return new Total(sum);
        }
    }
    // @end

    @Test
    void stateShouldGoWithItsShard() throws Exception {
        CodecRegistry codecs = CodecRegistry.builder()
                .register(1, String.class)
                .register(2, Long.class)
                .registerSealed(Command.class, Map.of(Deposit.class, 3, Balance.class, 4))
                .register(5, Total.class)
                .build();
        ClusterOptions options = ClusterOptions.defaults("bank", codecs).plaintext(true);
        SimulatedNetwork network = SimulatedNetwork.seeded(1);
        try (ActorSystem one = ActorSystem.create("one");
                ActorSystem two = ActorSystem.create("two");
                Cluster first = Cluster.join(one, options, network.engine())) {
            host(first);
            try (Cluster second =
                    Cluster.join(two, options.seeds(List.of(first.self().address())), network.engine())) {
                host(second);
                for (int key = 0; key < 10; key++) {
                    second.entity(ACCOUNTS, "key-" + key).tell(new Deposit(10));
                    assertThat(balance(second, key)).isEqualTo(10);
                }
            }
            for (int key = 0; key < 10; key++) {
                assertThat(balance(first, key)).isEqualTo(10);
            }
        }
    }

    private static long balance(Cluster cluster, int key) throws Exception {
        return cluster.entity(ACCOUNTS, "key-" + key)
                .<Long>ask(Balance::new, Duration.ofSeconds(20))
                .get(20, TimeUnit.SECONDS);
    }

    private static void host(Cluster cluster) {
        // @start region="hosthandover" :
        cluster.host(ACCOUNTS, EntityOptions.defaults().handOver(Total.class), Counter::new);
        // @end
    }

    @Test
    void entitiesShouldBeginByThemselves() throws Exception {
        Set<String> rows = ConcurrentHashMap.newKeySet();
        BlockingRememberedKeys<String> database = new BlockingRememberedKeys<>() {
            @Override
            public void add(int shard, String key) {
                rows.add(key);
            }

            @Override
            public void remove(int shard, String key) {
                rows.remove(key);
            }

            @Override
            public Collection<String> keys(int shard) {
                return rows;
            }
        };
        try (ExecutorService connections = Executors.newVirtualThreadPerTaskExecutor()) {
            // @start region="keys" :
            RememberedKeys<String> keys = RememberedKeys.of(database, connections);
            // @end
            try (ActorSystem system = ActorSystem.create("bank");
                    Cluster cluster = Cluster.local(system)) {
                hostRemembered(cluster, keys);
                cluster.entity(ACCOUNTS, "key-1").tell(new Deposit(10));
                assertThat(balance(cluster, 1)).isEqualTo(10);
                assertThat(rows).containsExactly("key-1");
            }
            try (ActorSystem system = ActorSystem.create("bank");
                    Cluster cluster = Cluster.local(system)) {
                hostRemembered(cluster, keys);
                Await.until(
                        "it has begun",
                        () -> cluster.stats().types().get("account").entities().active() == 1);
            }
        }
    }

    private static void hostRemembered(Cluster cluster, RememberedKeys<String> keys) {
        // @start region="hostremembered" :
        cluster.host(ACCOUNTS, EntityOptions.defaults().remembered(String.class, keys), entity -> new Account());
        // @end
    }

    @Test
    void shouldDeliverAtLeastOnce() throws Exception {
        try (ActorSystem system = ActorSystem.create("bank");
                Cluster cluster = Cluster.local(system)) {
            cluster.host(ACCOUNTS, entity -> new Account());
            // @start region="reliable" :
            try (ReliableRef<String, Command> sender =
                    cluster.entity(ACCOUNTS, "17").reliable()) {
                sender.tell(new Deposit(10));
                CompletableFuture<Void> handled = sender.deliver(new Deposit(20));
                handled.join();
            }
            // @end
            CompletableFuture<Long> balance = cluster.entity(ACCOUNTS, "17").ask(Balance::new, Duration.ofSeconds(10));
            assertThat(balance.get(10, TimeUnit.SECONDS)).isEqualTo(30);
        }
    }

    @Test
    void shouldOutliveTheProcess(@TempDir Path folder) throws Exception {
        SimulatedNetwork network = SimulatedNetwork.seeded(1);
        ClusterOptions options = ClusterOptions.defaults("bank", CODECS).plaintext(true);
        try (ActorSystem system = ActorSystem.create("bank");
                Cluster cluster = Cluster.join(system, options, network.engine())) {
            cluster.host(ACCOUNTS, entity -> new Account());
            // @start region="outbox" :
            Outbox outbox = cluster.outbox(OutboxOptions.defaults(folder));
            ReliableRef<String, Command> sender = outbox.to(cluster.entity(ACCOUNTS, "17"));
            sender.tell(new Deposit(10)); // it is in the folder now, and will be handled
            // @end
            sender.delivered().get(10, TimeUnit.SECONDS);
            CompletableFuture<Long> balance = cluster.entity(ACCOUNTS, "17").ask(Balance::new, Duration.ofSeconds(10));
            assertThat(balance.get(10, TimeUnit.SECONDS)).isEqualTo(10);
        }
    }

    /** How a service begins, and what it does when its node is removed. */
    static void main(ClusterOptions options) {
        // @start region="join" :
        Removal removal;
        try (ActorSystem system = ActorSystem.create("bank");
                Cluster cluster = Cluster.join(system, options)) {
            cluster.host(ACCOUNTS, entity -> new Account());
            removal = cluster.removal().join();
        }
        System.err.println("this node has ended: " + removal.reason());
        System.exit(removal.isPlanned() ? 0 : 1);
        // @end
    }
}
