package dev.ropewalk.demo.node;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.Removal;
import dev.ropewalk.console.Console;
import dev.ropewalk.demo.shop.Counts;
import dev.ropewalk.demo.shop.History;
import dev.ropewalk.demo.shop.Shop;
import dev.ropewalk.scheduler.CoordinatedShutdown;
import dev.ropewalk.scheduler.ShutdownOrder;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A node in this process: it joins, has its part of the shop, and leaves when it is told to end. */
public final class NodeProcess {
    /** The exit code of a node that the others have removed, or that has found itself cut off. */
    public static final int REMOVED = 3;

    private static final Duration CUSTOMERS_TIMEOUT = Duration.ofSeconds(2);

    /** How long leaving takes beyond the hand-off. */
    private static final Duration LEAVE_ROOM = Duration.ofSeconds(30);

    private final NodeSettings settings;
    private final PrintWriter out;
    private final Counts counts = new Counts();

    private NodeProcess(NodeSettings settings, PrintWriter out) {
        this.settings = settings;
        this.out = out;
    }

    /** Runs a node until it is told to end, or is removed; returns the exit code of the process. */
    public static int run(NodeSettings settings, PrintWriter out) throws IOException {
        return new NodeProcess(settings, out).run();
    }

    private int run() throws IOException {
        var orders = new Orders(out);
        if (settings.child()) {
            orders.obey();
        }
        try (Health health = settings.health().isPresent()
                        ? new Health(settings.health().getAsInt())
                        : null;
                Console console = settings.console() ? Console.open() : null;
                ActorSystem system = ActorSystem.create(settings.cluster().name());
                Cluster cluster = Cluster.join(system, settings.cluster().onLoss(counts::countLoss))) {
            orders.say("up " + cluster.self().address());
            if (health != null) {
                orders.say("health " + health.port());
            }
            if (console != null) {
                orders.say("console " + console.address());
            }
            History history = settings.history().isPresent()
                    ? History.to(settings.history().get())
                    : null;
            return takePart(cluster, orders, health, history);
        }
    }

    private int takePart(Cluster cluster, Orders orders, @Nullable Health health, @Nullable History history) {
        try (var shop = new Shop(cluster, counts, settings.rate(), history)) {
            if (health != null) {
                health.joined(cluster);
            }
            CoordinatedShutdown shutdown = shutdown(cluster, shop, health);
            shutdown.installHook();
            orders.joined(
                    () -> NodeReport.of("up", cluster, counts),
                    shop,
                    () -> Thread.ofPlatform().name("leaving").start(shutdown::run));
            Removal removal = cluster.removal().join();
            shop.busy(false);
            orders.say("report "
                    + NodeReport.of(removal.isPlanned() ? "left" : "removed", cluster, counts)
                            .line());
            orders.say("ended " + removal.reason());
            return removal.isPlanned() ? 0 : REMOVED;
        }
    }

    /** Returns how it ends when it is told to, by a command or a signal: first nobody comes any more, then it leaves. */
    private CoordinatedShutdown shutdown(Cluster cluster, Shop shop, @Nullable Health health) {
        CoordinatedShutdown shutdown = CoordinatedShutdown.builder(
                        settings.cluster().name())
                .phase("customers", CUSTOMERS_TIMEOUT, ShutdownOrder.NEWEST_FIRST)
                .phase("cluster", settings.cluster().handOffTimeout().plus(LEAVE_ROOM), ShutdownOrder.NEWEST_FIRST)
                .build();
        shutdown.add("customers", "shop", shop);
        if (health != null) {
            shutdown.add("customers", "readiness", health::leaving);
        }
        shutdown.add("cluster", "cluster", cluster);
        return shutdown;
    }
}
