package election;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.Outbox;
import dev.ropewalk.cluster.OutboxOptions;
import dev.ropewalk.cluster.ReliableRef;
import dev.ropewalk.cluster.store.EntityStore;
import dev.ropewalk.cluster.store.StoredEntity;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** A polling station, in a process of its own: a node of the cluster. It takes ballots by its input, and closes at the end of that. */
final class Station {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** Kept, as loggers are forgotten otherwise. */
    private static final Logger LOG = Logger.getLogger("dev.ropewalk");

    private final String name;
    private final Cluster cluster;
    private final Outbox outbox;
    private final Map<String, ReliableRef<String, Candidate.Command>> boxes = new HashMap<>();

    private Station(String name, Cluster cluster, Outbox outbox) {
        this.name = name;
        this.cluster = cluster;
        this.outbox = outbox;
    }

    /** Runs a station. Arguments are the folder of the election, the number of the station, and the ports of all. */
    public static void main(String[] args) throws IOException {
        LOG.setLevel(Level.WARNING);
        Path folder = Path.of(args[0]);
        String name = "station-" + args[1];
        List<NodeAddress> seeds = Stream.of(args)
                .skip(2)
                .map(port -> new NodeAddress("127.0.0.1", Integer.parseInt(port)))
                .toList();
        ClusterOptions options = ClusterOptions.defaults("election", Candidate.CODECS)
                .plaintext(true) // on the loopback network only
                .port(seeds.get(Integer.parseInt(args[1]) - 1).port())
                .seeds(seeds)
                .joinTimeout(PATIENCE); // three JVMs start at once, perhaps on a small machine
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                ActorSystem system = ActorSystem.create(name);
                Cluster cluster = Cluster.join(system, options)) {
            cluster.removal().thenAccept(removal -> {
                if (!removal.isPlanned()) {
                    System.err.println(name + " was removed: " + removal.reason());
                    Runtime.getRuntime().halt(3); // and is started again
                }
            });
            cluster.host(
                    Candidate.TYPE, StoredEntity.of(EntityStore.of(new Archive(folder), threads), new Candidate()));
            Outbox outbox = cluster.outbox(OutboxOptions.defaults(folder.resolve(name)));
            cluster.whenReady().join();
            new Station(name, cluster, outbox).open();
        }
    }

    private void open() throws IOException {
        System.out.println("open with " + outbox.stats().waiting() + " ballots");
        var in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(obey(line.split(" ")));
        }
    }

    private String obey(String[] order) {
        return switch (order[0]) {
            case "vote" -> {
                box(order[1]).tell(new Candidate.Ballot(name, Long.parseLong(order[2])));
                yield "taken"; // it is in the outbox, and will be counted whatever happens to this process
            }
            case "empty" -> {
                box(order[1]).delivered().join();
                yield "emptied";
            }
            case "count" ->
                cluster.entity(Candidate.TYPE, order[1])
                        .<Long>ask(Candidate.HowMany::new, PATIENCE)
                        .join()
                        .toString();
            default -> throw new IllegalArgumentException("no order of a station: " + order[0]);
        };
    }

    private ReliableRef<String, Candidate.Command> box(String candidate) {
        return boxes.computeIfAbsent(candidate, key -> outbox.to(cluster.entity(Candidate.TYPE, key)));
    }
}
