package dev.ropewalk.demo.node;

import dev.ropewalk.demo.shop.Shop;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the process that has started this node wants, by the standard input, and what it is told. When its end of the input is closed it has ended, and this process ends at once.
 */
final class Orders {
    private final PrintWriter out;
    private volatile Supplier<NodeReport> report = () -> NodeReport.JOINING;
    private volatile Runnable leave = () -> {};
    private volatile @Nullable Shop shop;

    Orders(PrintWriter out) {
        this.out = out;
    }

    /** Begins to obey, in a thread that ends with the JVM. */
    void obey() {
        Thread.ofPlatform().daemon().name("orders").start(this::read);
    }

    /** The node has joined. */
    void joined(Supplier<NodeReport> toReport, Shop opened, Runnable toLeave) {
        report = toReport;
        shop = opened;
        leave = toLeave;
    }

    private void read() {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                follow(line);
            }
        } catch (IOException broken) {
            // as at the end
        }
        Runtime.getRuntime().halt(0);
    }

    private void follow(String order) {
        Shop open = shop;
        switch (order) {
            case "report" -> say("report " + report.get().line());
            case "rest" -> {
                if (open != null) {
                    open.busy(false);
                }
            }
            case "leave" -> leave.run();
            default -> say("unknown " + order);
        }
    }

    /** Tells that process. */
    synchronized void say(String line) {
        out.println(line);
        out.flush();
    }
}
