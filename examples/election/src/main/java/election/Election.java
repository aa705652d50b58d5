package election;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** People vote at three stations, one of which is killed meanwhile, and started again. In the end each vote was counted once. */
final class Election {
    private static final int STATIONS = 3;
    private static final List<String> CANDIDATES = List.of("ada", "grace", "edsger");

    private final Path folder;
    private final List<Integer> ports;
    private final int ballots;

    private Election(Path folder, List<Integer> ports, int ballots) {
        this.folder = folder;
        this.ports = ports;
        this.ballots = ballots;
    }

    /** Has people vote at a station, each by the number of the ballot, and waits until each vote was counted. */
    private Booth vote(Booth booth, boolean isKilled) throws IOException {
        for (int ballot = 1; ballot <= ballots; ballot++) {
            if (isKilled && ballot == ballots / 2) {
                booth.kill();
            }
            booth.order("vote " + choice(ballot) + " " + ballot);
        }
        for (String candidate : CANDIDATES) {
            booth.order("empty " + candidate);
        }
        return booth;
    }

    /** Returns whether each vote was counted once. */
    private boolean run() throws Exception {
        List<Booth> booths = inParallel(
                IntStream.rangeClosed(1, STATIONS).boxed().toList(), number -> new Booth(number, folder, ports));
        inParallel(booths, booth -> vote(booth, booth.equals(booths.get(1))));
        boolean isRight = true;
        for (String candidate : CANDIDATES) {
            long counted = Long.parseLong(booths.getFirst().order("count " + candidate));
            long cast = STATIONS
                    * IntStream.rangeClosed(1, ballots)
                            .filter(ballot -> choice(ballot).equals(candidate))
                            .count();
            System.out.printf("%d people voted for %s, and %d were counted%n", cast, candidate, counted);
            isRight &= counted == cast;
        }
        return inParallel(booths, Booth::close).stream().allMatch(status -> status == 0) && isRight;
    }

    private static String choice(int ballot) {
        return CANDIDATES.get(ballot % CANDIDATES.size());
    }

    private interface Step<T, R> {
        R apply(T on) throws Exception;
    }

    /** Takes a step with each, at a time, and returns what came of it. */
    private static <T, R> List<R> inParallel(List<T> all, Step<T, R> step) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<R> results = new ArrayList<>();
            List<Callable<R>> steps = all.stream()
                    .<Callable<R>>map(each -> () -> step.apply(each))
                    .toList();
            for (Future<R> result : threads.invokeAll(steps)) {
                results.add(result.get());
            }
            return results;
        }
    }

    /** Returns ports that nobody listens at. */
    private static List<Integer> freePorts() throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        for (int i = 0; i < STATIONS; i++) {
            sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
        }
        for (ServerSocket socket : sockets) {
            socket.close();
        }
        return sockets.stream().map(ServerSocket::getLocalPort).toList();
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        if (args.length > 1 || (args.length > 0 && !args[0].matches("[1-9]\\d{1,5}"))) {
            System.err.println("Usage: java -jar election.jar [BALLOTS]");
            System.err.println("There are 1000 ballots at each station unless told otherwise, and at least 10.");
            System.exit(2);
        }
        int ballots = args.length > 0 ? Integer.parseInt(args[0]) : 1000;
        Path folder = Files.createTempDirectory("election");
        boolean isRight = new Election(folder, freePorts(), ballots).run();
        delete(folder);
        System.exit(isRight ? 0 : 1);
    }
}
