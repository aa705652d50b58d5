package dev.ropewalk.example.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.ReliableRef;
import dev.ropewalk.cluster.store.EntityStore;
import dev.ropewalk.cluster.store.StoredEntity;
import dev.ropewalk.demo.node.NodeReport;
import dev.ropewalk.example.postgres.Registers.Command;
import dev.ropewalk.example.postgres.Registers.Get;
import dev.ropewalk.example.postgres.Registers.Numbered;
import dev.ropewalk.example.postgres.Registers.Old;
import dev.ropewalk.example.postgres.Registers.Swap;
import dev.ropewalk.example.postgres.Registers.Value;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** A node's process under {@link dev.ropewalk.demo.control.Demo}, with registers, and clients that note what they ask and are answered. The database's address is in a file beside its own. */
final class HistoryNode {
    /** The file with the address of the database. */
    static final String DATABASE = "database";

    /** How the names of files begin that tell, beside those of notes, that their node has lived until the end. */
    static final String OVER = "over-";

    static final int KEYS = 6;
    static final int LINES = 3;

    private static final int CONNECTIONS = 4;
    private static final int CLIENTS = 2;
    private static final int SHARDS = 16;
    private static final Duration PAUSE = Duration.ofMillis(30);
    private static final Duration PATIENCE = Duration.ofSeconds(4);
    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(80);
    private static final int REMOVED = 3;

    private final Cluster cluster;
    private final Path history;
    private final NodeNotes notes;
    private final List<Thread> clients = new ArrayList<>();
    private volatile boolean isBusy = true;

    private HistoryNode(Cluster cluster, Path history) throws IOException {
        this.cluster = cluster;
        this.history = history;
        this.notes = new NodeNotes(history);
    }

    /** Runs a node, by the options that the demonstration gives. */
    public static void main(String[] args) throws IOException {
        Path history = Path.of(option(args, "history"));
        var config = new HikariConfig();
        config.setJdbcUrl(Files.readString(history.resolveSibling(DATABASE)));
        config.setMaximumPoolSize(CONNECTIONS);
        config.setInitializationFailTimeout(-1);
        config.setConnectionTimeout(PATIENCE.toMillis());
        var database = new HikariDataSource(config);
        var store = new PostgresStore<>(database, Registers.CODECS, Registers.STORED.name(), Value.class, String.class);
        List<NodeAddress> seeds = Arrays.stream(args)
                .filter(arg -> arg.startsWith("--seed="))
                .map(arg -> arg.substring(arg.indexOf('=') + 1).split(":", -1))
                .map(parts -> new NodeAddress(parts[0], Integer.parseInt(parts[1])))
                .toList();
        ClusterOptions options = ClusterOptions.defaults("histories", Registers.CODECS)
                .plaintext(true)
                .host(option(args, "host"))
                .port(Integer.parseInt(option(args, "port")))
                .bindHost(option(args, "bind-host"))
                .bindPort(Integer.parseInt(option(args, "bind-port")))
                .seeds(seeds)
                .shards(SHARDS)
                .joinTimeout(JOIN_TIMEOUT)
                .stableAfter(Duration.ofMillis(
                        Long.parseLong(option(args, "stable-after").replace("ms", ""))));
        Cluster cluster = Cluster.join(ActorSystem.create("histories"), options);
        var node = new HistoryNode(cluster, history);
        node.host(EntityStore.of(store, Executors.newFixedThreadPool(CONNECTIONS)));
        say("up " + cluster.self().address());
        node.begin();
        Thread.ofPlatform().daemon().start(node::obey);
        String reason = cluster.removal().join().reason();
        say("report " + node.report("removed").line());
        say("ended " + reason);
        Runtime.getRuntime().halt(REMOVED);
    }

    private static String option(String[] args, String name) {
        String prefix = "--" + name + "=";
        return Arrays.stream(args)
                .filter(arg -> arg.startsWith(prefix))
                .map(arg -> arg.substring(prefix.length()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no " + prefix + " in " + List.of(args)));
    }

    private static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private NodeReport report(String state) {
        List<String> members = new ArrayList<>();
        for (Member member : cluster.members()) {
            String status = member.isReachable() ? member.status().toString() : "unreachable";
            members.add(member.node().address() + "/" + status.toLowerCase(Locale.ROOT));
        }
        return new NodeReport(state, members, Map.of());
    }

    private void host(EntityStore<String, Value, String> store) {
        var stored = cluster.host(Registers.STORED, StoredEntity.of(store, new Registers.Stored()));
        var inMemory = cluster.host(
                Registers.IN_MEMORY,
                EntityOptions.defaults().passivateIdle(false).handOver(Value.class),
                Registers.InMemory::new);
        var lines = cluster.host(Registers.LINES, entity -> new Registers.Line(entity, notes));
        if (stored.type().equals(inMemory.type())
                || stored.type().name().equals(lines.type().name())) {
            throw new IllegalStateException("types must differ");
        }
    }

    // Clients

    private void begin() {
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(Thread.ofVirtual().start(() -> command(Registers.STORED)));
            clients.add(Thread.ofVirtual().start(() -> command(Registers.IN_MEMORY)));
        }
        for (int line = 0; line < LINES; line++) {
            String key = "line-" + line;
            clients.add(Thread.ofVirtual().start(() -> sendReliably(key)));
        }
    }

    private void command(EntityType<String, Command> type) {
        var random = ThreadLocalRandom.current();
        while (isBusy) {
            String key = "key-" + random.nextInt(KEYS);
            long value = random.nextInt(4) == 0 ? 0 : random.nextLong(1, Long.MAX_VALUE);
            String id = Long.toString(random.nextLong(Long.MAX_VALUE), Character.MAX_RADIX);
            notes.add("call", type.name() + "/" + key, id, value, System.nanoTime());
            try {
                Old old = cluster.entity(type, key)
                        .<Old>ask(replyTo -> value == 0 ? new Get(replyTo) : new Swap(value, replyTo), PATIENCE)
                        .join();
                notes.add("return", id, old.value(), old.instance(), System.nanoTime());
            } catch (CompletionException | RejectedExecutionException unknown) {
                // it may have been handled, or not
            }
            pause();
        }
    }

    private void sendReliably(String key) {
        String sender = cluster.self().toString();
        ReliableRef<String, Numbered> ref = cluster.entity(Registers.LINES, key).reliable();
        long number = 0;
        try {
            while (isBusy) {
                ref.tell(new Numbered(sender, number));
                number++;
                pause();
            }
            Void ignored = ref.delivered().join();
            notes.add("delivered", key, sender, number);
        } catch (CompletionException | IllegalStateException | RejectedExecutionException over) {
            // this node is no member any more
        }
    }

    private static void pause() {
        try {
            TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
        } catch (InterruptedException never) {
            Thread.currentThread().interrupt();
        }
    }

    // Orders

    private void obey() {
        try (var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                switch (line) {
                    case "report" -> say("report " + report("up").line());
                    case "rest" -> rest();
                    default -> say("unknown " + line);
                }
            }
        } catch (IOException broken) {
            // as at the end
        }
        Runtime.getRuntime().halt(0);
    }

    /** Sends nothing any more, and notes that this node has lived until all was delivered. */
    private void rest() {
        if (isBusy) {
            isBusy = false;
            Thread.ofVirtual().start(() -> {
                for (Thread client : clients) {
                    try {
                        client.join();
                    } catch (InterruptedException never) {
                        Thread.currentThread().interrupt();
                    }
                }
                try {
                    if (!cluster.removal().isDone()) {
                        Files.createFile(history.resolveSibling(OVER + history.getFileName()));
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
