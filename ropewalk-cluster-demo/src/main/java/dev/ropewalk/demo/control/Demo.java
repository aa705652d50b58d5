package dev.ropewalk.demo.control;

import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.demo.node.NodeReport;
import dev.ropewalk.demo.proxy.Proxies;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Help.Ansi;

/** The nodes, each in a process of its own, and what is done to them. For one thread; what the nodes do by themselves is told by others. */
public final class Demo implements AutoCloseable {
    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(90);

    /** A node that is cut off can't join before that is over. */
    private static final Duration START_TIMEOUT = Duration.ofSeconds(10);

    private static final Duration REPORT_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration SETTLE_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration REST_TIMEOUT = Duration.ofSeconds(15);
    private static final Duration LEAVE_TIMEOUT = Duration.ofSeconds(70);
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration POLL = Duration.ofMillis(500);

    private final DemoSettings settings;
    private final PrintWriter out;
    private final CommandParser parser;
    private final NodeCommandLine commandLine;
    private final Proxies proxies;

    /** The nodes that run, or have run last under their number. */
    private final Map<Integer, Child> nodes = new TreeMap<>();

    /** All that have ever run. */
    private final List<Child> all = new ArrayList<>();

    private final Thread poller;
    private volatile List<Child> polled = List.of();
    private volatile boolean over;

    private Demo(DemoSettings settings, String mainClass, PrintWriter out) throws IOException {
        this.settings = settings;
        this.out = out;
        this.parser = new CommandParser(settings.nodes());
        this.commandLine = new NodeCommandLine(settings, mainClass);
        this.proxies = new Proxies(settings.nodes());
        this.poller = Thread.ofPlatform().daemon().name("looks at the nodes").start(this::poll);
    }

    /**
     * Starts the nodes; returns when all have joined.
     *
     * @param mainClass what the nodes' processes run
     * @throws IllegalStateException if a node doesn't join
     */
    public static Demo start(DemoSettings settings, String mainClass, PrintWriter out)
            throws IOException, InterruptedException {
        var demo = new Demo(settings, mainClass, out);
        boolean isComplete = false;
        try {
            for (int node = 1; node <= settings.nodes(); node++) {
                demo.launch(node);
            }
            for (Child child : demo.nodes.values()) {
                demo.awaitUp(child);
            }
            isComplete = true;
        } finally {
            if (!isComplete) {
                demo.close();
            }
        }
        return demo;
    }

    /**
     * Checks commands, of a demonstration of so many nodes.
     *
     * @throws IllegalArgumentException if one of them is wrong
     */
    public static void check(int nodes, String commands) {
        var ignored = new CommandParser(nodes).parseAll(commands);
    }

    /** Keeps what nodes tell fresh, so that little of it is missing when one is killed. */
    private void poll() {
        try {
            while (!over) {
                polled.stream().filter(Child::isAlive).forEach(child -> child.order("report"));
                TimeUnit.NANOSECONDS.sleep(POLL.toNanos());
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void launch(int node) throws IOException {
        List<NodeAddress> seeds = new ArrayList<>();
        for (int seed = 1; seed <= settings.nodes(); seed++) {
            seeds.add(proxies.address(seed));
        }
        var child = Child.start(
                node,
                commandLine.of(proxies.address(node), proxies.newTarget(node), seeds, settings.consoles() || node == 1),
                this::tellOfEnd);
        nodes.put(node, child);
        all.add(child);
        polled = List.copyOf(all);
    }

    private void awaitUpForAWhile(Child child) throws InterruptedException {
        try {
            awaitUp(child, START_TIMEOUT);
        } catch (TimeoutException late) {
            say(child + " hasn't joined within " + START_TIMEOUT + ", and goes on trying: process " + child.pid());
        } catch (ExecutionException failed) {
            throw new IllegalStateException(child + " hasn't joined: " + child.lastErrors(), failed);
        }
    }

    private void awaitUp(Child child, Duration timeout)
            throws InterruptedException, ExecutionException, TimeoutException {
        String address = child.up().get(timeout.toSeconds(), TimeUnit.SECONDS);
        say(child + " is up: " + address + ", process " + child.pid());
    }

    private void awaitUp(Child child) throws InterruptedException {
        try {
            awaitUp(child, JOIN_TIMEOUT);
        } catch (ExecutionException | TimeoutException failed) {
            throw new IllegalStateException(
                    child + " hasn't joined within " + JOIN_TIMEOUT + ": " + child.lastErrors(), failed);
        }
    }

    private synchronized void say(String line) {
        out.println(line);
        out.flush();
    }

    private void tellOfEnd(Child child) {
        if (over || child.wasKilled()) {
            return;
        }
        String why = child.ended().orElse("it has told nothing");
        say(child + " has ended with status " + child.exitStatus() + ": " + why);
        if (child.ended().isEmpty()) {
            child.lastErrors().forEach(line -> say("  " + line));
        }
    }

    // Commands

    /** Returns where the consoles are. */
    public List<String> consoles() {
        return nodes.values().stream()
                .flatMap(child -> child.console().stream())
                .toList();
    }

    /**
     * Does what a line says; returns whether that was to end.
     *
     * @throws IllegalArgumentException if it can't be done
     */
    public boolean obey(String line) throws IOException, InterruptedException {
        for (Command command : parser.parseAll(line)) {
            if (command instanceof Command.Quit) {
                return true;
            }
            obey(command);
        }
        return false;
    }

    private void obey(Command command) throws IOException, InterruptedException {
        switch (command) {
            case Command.Help() -> CommandParser.HELP.forEach(this::say);
            case Command.Status() -> status();
            case Command.Kill(int node) -> {
                Child child = running(node);
                child.kill();
                boolean ignored = child.awaitEnd(REPORT_TIMEOUT);
                say(child + " was killed");
            }
            case Command.Pause(int node) -> {
                Child child = running(node);
                if (child.isPaused()) {
                    throw new IllegalArgumentException(child + " stands still already");
                }
                child.pause();
                say(child + " stands still");
            }
            case Command.Resume(int node) -> {
                Child child = running(node);
                if (!child.isPaused()) {
                    throw new IllegalArgumentException(child + " doesn't stand still");
                }
                child.resume();
                say(child + " goes on");
            }
            case Command.Partition parts -> {
                cut(parts);
                say("nodes " + parts.one() + " and " + parts.other() + " don't reach each other");
            }
            case Command.Heal() -> {
                proxies.cuts().heal();
                say("all nodes reach each other again");
            }
            case Command.Start(int node) -> {
                Child before = of(node);
                if (before.isAlive()) {
                    throw new IllegalArgumentException(before + " runs already, as process " + before.pid());
                }
                launch(node);
                awaitUpForAWhile(of(node));
            }
            case Command.Leave(int node) -> leave(running(node));
            case Command.Wait(Duration time) -> TimeUnit.NANOSECONDS.sleep(time.toNanos());
            case Command.Settle() -> settle();
            case Command.Quit() -> throw new IllegalStateException();
        }
    }

    /**
     * Starts the nodes that have ended, and waits until all see each other. One that was cut off may end only while the others settle: it is started, too.
     *
     * @throws IllegalStateException if a node doesn't join
     */
    public void restore() throws IOException, InterruptedException {
        boolean ignored = startEnded();
        do {
            settle();
        } while (startEnded());
    }

    /** Returns whether there were any. */
    private boolean startEnded() throws IOException, InterruptedException {
        List<Child> ended =
                nodes.values().stream().filter(child -> !child.isAlive()).toList();
        for (Child child : ended) {
            obey(new Command.Start(child.number()));
        }
        return !ended.isEmpty();
    }

    private Child of(int node) {
        Child child = nodes.get(node);
        if (child == null) {
            throw new IllegalArgumentException("node " + node + " was never started");
        }
        return child;
    }

    private Child running(int node) {
        Child child = of(node);
        if (!child.isAlive()) {
            throw new IllegalArgumentException(child + " doesn't run: 'start " + node + "' starts it");
        }
        return child;
    }

    private void cut(Command.Partition parts) {
        for (int one : parts.one()) {
            for (int other : parts.other()) {
                proxies.cuts().cut(one, other);
                proxies.cuts().cut(other, one);
            }
        }
    }

    private void leave(Child child) throws InterruptedException {
        if (child.isPaused()) {
            throw new IllegalArgumentException(child + " stands still: 'resume " + child.number() + "' has it go on");
        }
        child.order("leave");
        if (!child.awaitEnd(LEAVE_TIMEOUT)) {
            say(child + " hasn't left within " + LEAVE_TIMEOUT);
        }
    }

    private void settle() throws InterruptedException {
        long begun = System.nanoTime();
        while (!isSettled()) {
            if (System.nanoTime() - begun > SETTLE_TIMEOUT.toNanos()) {
                say("not settled within " + SETTLE_TIMEOUT);
                status();
                return;
            }
            TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
        }
        say("settled: " + nodes.values().stream().filter(Child::isAlive).count() + " nodes see each other, after "
                + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun) + " ms");
    }

    private boolean isSettled() throws InterruptedException {
        List<Child> running = nodes.values().stream()
                .filter(child -> child.isAlive() && !child.isPaused())
                .toList();
        for (Child child : running) {
            NodeReport report = child.freshReport(REPORT_TIMEOUT);
            if (report.members().size() != running.size() || report.membersUp() != running.size()) {
                return false;
            }
        }
        return true;
    }

    private void status() throws InterruptedException {
        for (Child child : nodes.values()) {
            NodeReport report = child.freshReport(REPORT_TIMEOUT);
            say(child + "  " + coloured(child, report) + "  " + proxies.address(child.number()) + "  process "
                    + child.pid() + "  shards " + report.count("shards") + "  entities " + report.count("entities")
                    + "  sent " + report.count("sent") + "  handled " + report.count("handled") + "  lost "
                    + report.lost());
            say("        sees " + (report.members().isEmpty() ? "nobody" : String.join(" ", named(report)))
                    + "  links " + report.count("links") + "  in flight " + report.count("inFlight")
                    + "  least credit " + report.count("credit") + "  shards handed over "
                    + report.count("handedOver"));
        }
    }

    private static String coloured(Child child, NodeReport report) {
        if (child.isPaused()) {
            return Ansi.AUTO.string("@|yellow paused|@");
        } else if (child.isAlive()) {
            return Ansi.AUTO.string("@|green " + report.state() + "|@");
        }
        return Ansi.AUTO.string("@|red " + (child.wasKilled() ? "killed" : report.state()) + "|@");
    }

    /** Returns the members by the numbers of their nodes, in order. */
    private List<String> named(NodeReport report) {
        List<String> named = new ArrayList<>();
        for (int node = 1; node <= settings.nodes(); node++) {
            String prefix = proxies.address(node) + "/";
            for (String member : report.members()) {
                if (member.startsWith(prefix)) {
                    named.add(node + member.substring(prefix.length() - 1));
                }
            }
        }
        return named;
    }

    // The end

    /** Has nobody send any more, waits until nothing is on its way, and tells the sums; returns whether they are right. */
    public boolean tellLedger() throws InterruptedException {
        proxies.cuts().heal();
        nodes.values().stream().filter(Child::isPaused).forEach(Child::resume);
        nodes.values().forEach(child -> child.order("rest"));
        long begun = System.nanoTime();
        Ledger before = ledger();
        Ledger now = ledger();
        while (System.nanoTime() - begun < REST_TIMEOUT.toNanos() && (now.isWrong() || !now.equals(before))) {
            TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
            before = now;
            now = ledger();
        }
        say("the ledger of " + all.size() + " nodes:");
        now.lines().forEach(line -> say("  " + line));
        return !now.isWrong();
    }

    private Ledger ledger() throws InterruptedException {
        List<NodeReport> reports = new ArrayList<>();
        List<String> unsure = new ArrayList<>();
        for (Child child : all) {
            NodeReport report = child.freshReport(REPORT_TIMEOUT);
            reports.add(report);
            if (child.wasKilled()) {
                unsure.add(child + " was killed: what it had counted lately is missing");
            } else if (!child.isAlive() && !report.state().equals("left")) {
                unsure.add(child + " was removed: what was in it or on its way may have been handled, or not");
            }
        }
        return Ledger.of(reports, unsure);
    }

    /** Ends all processes. */
    @Override
    public void close() throws IOException {
        over = true;
        poller.interrupt();
        all.forEach(Child::end);
        proxies.close();
        all.forEach(Child::joinEnd);
    }
}
