package crawler;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Has a web crawled that has slow and failing pages, and counts how many requests each of its hosts has at once. */
final class CrawlerCheck {
    private static final int PAGES = 40;
    private static final int HOSTS = 8;

    /** To the crawler each port is a host. */
    private final List<HttpServer> servers = new ArrayList<>();

    private final List<String> hosts = new ArrayList<>();

    /** How many requests there are now, and were at most: of each host, and in all. */
    private final Map<String, AtomicInteger> now = new ConcurrentHashMap<>();

    private final Map<String, Integer> most = new ConcurrentHashMap<>();

    /** How often each page was asked for. */
    private final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();

    private CrawlerCheck() throws IOException {
        for (int i = 0; i < HOSTS; i++) {
            HttpServer server = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.createContext("/", this::answer);
            server.start();
            servers.add(server);
            hosts.add("localhost:" + server.getAddress().getPort());
        }
    }

    private void answer(HttpExchange call) throws IOException {
        String host = call.getRequestHeaders().getFirst("Host");
        String path = call.getRequestURI().getPath();
        int times =
                asked.computeIfAbsent(host + path, page -> new AtomicInteger()).incrementAndGet();
        int status = 200;
        String body = "";
        if (path.startsWith("/hangs")) {
            pause(5000); // no request any more when the client has given up, and so not counted
        } else {
            enter(host);
            enter("all");
            if (path.startsWith("/endless")) {
                pause(20);
                body = link(host, path + "a") + link(host, path + "b");
            } else {
                int number = Integer.parseInt(path.substring(1));
                pause(number % 7 == 0 ? 100 : 5);
                status = number % 10 == 3 ? 500 : number % 20 == 6 && times < 2 ? 503 : 200;
                body = links(number);
            }
            now.get(host).decrementAndGet();
            now.get("all").decrementAndGet();
        }
        byte[] bytes = body.getBytes(UTF_8);
        call.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        call.getResponseBody().write(bytes);
        call.close();
    }

    private void enter(String host) {
        int entered = now.computeIfAbsent(host, name -> new AtomicInteger()).incrementAndGet();
        most.merge(host, entered, Math::max);
    }

    /** Links to pages of all hosts, to what is no page, and to a page that hangs. All pages are reached by those that don't fail. */
    private String links(int number) {
        var links = new StringBuilder(
                "<a href=\"not a link\"> <a href=\"https://example.invalid/\"> <a href=\"/" + number + "\">");
        for (String host : hosts) {
            for (int next = number; next < Math.min(number + 20, PAGES); next++) {
                links.append(link(host, "/" + next));
            }
        }
        links.append("<a href=\"ftp://" + hosts.getFirst() + "/0\"> <a href=\"mailto:nobody@example.invalid\">");
        return links.append(link(hosts.getFirst(), "/hangs")).toString();
    }

    private static String link(String host, String path) {
        return "<a href=\"http://" + host + path + "#part\">";
    }

    private static void pause(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String crawl(int seconds, String path) throws IOException, InterruptedException {
        Path output = Files.createTempFile("crawler", ".log");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = new ArrayList<>(List.of(java, "-jar", "target/crawler.jar", "" + seconds));
        hosts.forEach(host -> command.add("http://" + host + path));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean hasEnded = process.waitFor(seconds + 20, TimeUnit.SECONDS);
        process.destroyForcibly();
        String text = Files.readString(output);
        Files.delete(output);
        expect(hasEnded && process.exitValue() == 0, "the crawler hangs, or has failed", text);
        return text;
    }

    private void run() throws IOException, InterruptedException {
        String text = crawl(60, "/0");
        for (String host : hosts) {
            int failed = PAGES / 10 + (host.equals(hosts.getFirst()) ? 1 : 0);
            String expected = host + ": " + PAGES * 9 / 10 + " pages, " + failed + " failed, ";
            expect(text.contains(expected), "it doesn't say " + expected, text);
            expect(most.get(host) <= 4, "too much for " + host + ": " + most, text);
        }
        expect(text.contains("all was seen\n"), "not all was seen", text);
        expect(most.get("all") <= 12, "too many requests in all: " + most, text);
        asked.forEach((page, times) -> expect(times.get() <= 3, page + " was asked for " + times + " times", text));
        System.out.println("passed: all pages, slow and failing ones among them; requests at once at most " + most);
        String endless = crawl(2, "/endless");
        expect(endless.contains("time was up before "), "an endless web has an end", endless);
        expect(most.values().stream().allMatch(requests -> requests <= 12), "too many requests: " + most, endless);
        System.out.println("passed: an endless web has its end in time");
        servers.forEach(server -> server.stop(0));
    }

    private static void expect(boolean condition, String otherwise, String output) {
        if (!condition) {
            throw new AssertionError(otherwise + ":\n" + output);
        }
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        new CrawlerCheck().run();
        System.exit(0); // handlers of pages that hang
    }
}
