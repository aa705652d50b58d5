package crawler;

import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.channel.ScopeDeadlineException;
import dev.ropewalk.limit.GradientLimit;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.scheduler.Scheduler;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A polite crawler: few requests at a host, not more in all than the hosts take well, and an end when time is up. */
final class Crawler {
    private static final int PER_HOST = 4;
    private static final int IN_ALL = 12;
    private static final int PAGES = 10_000;
    private static final int ATTEMPTS = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Pattern LINK = Pattern.compile("href=\"([^\"#]+)");

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();

    private final Limiter all = Limiter.fixed(IN_ALL).name("all hosts").build();

    /** The hosts where it stays, by name and port. */
    private final Map<String, Host> hosts = new TreeMap<>();

    private final Set<URI> seen = ConcurrentHashMap.newKeySet();
    private final ProcessScope scope;

    /**
     * What is known of a host.
     *
     * @param limiter goes down when its pages take longer than usual, or it asks for mercy, and up again when all is well
     */
    private record Host(Limiter limiter, AtomicInteger pages, AtomicInteger failed) {
        Host(String name) {
            var limit = GradientLimit.builder().initial(2).max(PER_HOST).windowSamples(10);
            this(
                    Limiter.adaptive(limit.build())
                            .name(name)
                            .drops(Crawler::isOverload)
                            .build(),
                    new AtomicInteger(),
                    new AtomicInteger());
        }
    }

    /** Says that a host doesn't give a page, and how it put that. */
    private static final class StatusException extends IOException {
        private static final long serialVersionUID = 1L;
        final int status;

        StatusException(int status) {
            super("status " + status);
            this.status = status;
        }
    }

    private Crawler(ProcessScope scope, List<URI> starts) {
        this.scope = scope;
        starts.forEach(start -> hosts.computeIfAbsent(start.getAuthority(), Host::new));
    }

    private static boolean isOverload(Throwable failure) {
        return failure instanceof HttpTimeoutException
                || (failure instanceof StatusException refusal && (refusal.status == 429 || refusal.status == 503));
    }

    /** Returns whether the client takes it: a page may link to mail, files and whatever else. */
    private static boolean isWeb(URI page) {
        return page.getHost() != null
                && page.getScheme() != null
                && page.getScheme().matches("(?i)https?");
    }

    /** Has a page crawled by a process of its own, unless that was done before. */
    private void visit(URI page) {
        Host host = isWeb(page) ? hosts.get(page.getAuthority()) : null;
        if (host != null && seen.size() < PAGES && seen.add(page)) {
            scope.spawn(page.toString(), () -> crawl(page, host));
        }
    }

    /** Fetches a page when it has its turn, and visits what that links to; comes again later if the host has too much to do. */
    private void crawl(URI page, Host host) throws Exception {
        for (int attempt = 1; ; attempt++) {
            try {
                // First the host's permit: what waits for a busy host keeps no other page away. The host's round trip
                // has in it how
                // long a request waited among all, so that each host gets less when there are too many.
                String text = host.limiter.call(() -> all.call(() -> fetch(page)));
                host.pages.incrementAndGet();
                LINK.matcher(text)
                        .results()
                        .flatMap(link -> target(page, link.group(1)))
                        .forEach(this::visit);
                return;
            } catch (IOException e) {
                if (attempt == ATTEMPTS || !isOverload(e)) {
                    host.failed.incrementAndGet();
                    return;
                }
                Thread.sleep(attempt * 100L);
            }
        }
    }

    private String fetch(URI page) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(page)
                .timeout(PATIENCE)
                .header("User-Agent", "polite-crawler")
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new StatusException(response.statusCode());
        }
        return response.body();
    }

    private static Stream<URI> target(URI page, String link) {
        try {
            return Stream.of(page.resolve(link));
        } catch (IllegalArgumentException e) {
            return Stream.empty(); // no link at all
        }
    }

    /** Crawls until all is seen, or time is up, and returns which. */
    private boolean run(List<URI> starts) throws InterruptedException {
        boolean isDone = true;
        try {
            starts.forEach(this::visit);
            scope.join(); // until there is no process any more, and so no page that might bring others
        } catch (ScopeDeadlineException e) {
            isDone = false;
        }
        return isDone;
    }

    private void report(boolean isDone) {
        int known = seen.size();
        for (var host : hosts.entrySet()) {
            int pages = host.getValue().pages.get();
            int failed = host.getValue().failed.get();
            known -= pages + failed;
            System.out.println(host.getKey() + ": " + pages + " pages, " + failed + " failed, "
                    + host.getValue().limiter.limit() + " at once in the end");
        }
        if (!isDone) {
            System.out.println("time was up before " + known + " other pages");
        } else if (seen.size() < PAGES) {
            System.out.println("all was seen");
        } else {
            System.out.println(PAGES + " pages were seen, as many as may be");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        List<URI> starts = Stream.of(args)
                .skip(1)
                .flatMap(arg -> target(URI.create("/"), arg))
                .toList();
        boolean areUrls = starts.stream().allMatch(Crawler::isWeb);
        if (args.length < 2 || !args[0].matches("[1-9]\\d{0,6}") || starts.size() < args.length - 1 || !areUrls) {
            System.err.println("Usage: java -jar crawler.jar SECONDS URL...");
            System.err.println("Crawls the hosts of the URLs, from these on, for so long at most.");
            System.exit(2);
        }
        try (Scheduler scheduler = Scheduler.create();
                ProcessScope scope = ProcessScope.builder(scheduler)
                        .name("crawl")
                        .deadline(Duration.ofSeconds(Long.parseLong(args[0])))
                        .open()) {
            var crawler = new Crawler(scope, starts);
            crawler.report(crawler.run(starts));
        }
    }
}
