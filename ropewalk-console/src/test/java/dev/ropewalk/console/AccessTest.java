package dev.ropewalk.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may see the page. Requests are written by hand, since clients don't let one choose Host and Origin. */
@Timeout(60)
class AccessTest {
    private static final String PASSWORD = "correct horse battery";

    /** Reading from a socket can't be interrupted: what should have ended fails after that. */
    private static final int READ_MILLIS = 50_000;

    /** Sends a request and returns the whole answer. */
    private static String ask(URI address, String path, String... headers) throws IOException {
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            socket.setSoTimeout(READ_MILLIS);
            String host = "Host: " + address.getHost() + ":" + address.getPort();
            String all = String.join("\r\n", headers);
            String request = "GET " + path + " HTTP/1.1\r\n" + (all.contains("Host:") ? "" : host + "\r\n") + all
                    + (headers.length == 0 ? "" : "\r\n") + "Connection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String token(URI address) {
        return address.getRawPath() + "?" + address.getRawQuery();
    }

    /** Opens a session and returns its cookie. */
    private static String session(URI address) throws IOException {
        String answer = ask(address, token(address));
        assertThat(answer).startsWith("HTTP/1.1 303");
        return cookie(answer);
    }

    private static String cookie(String answer) {
        return "Cookie: "
                + answer.lines()
                        .filter(line -> line.startsWith("Set-cookie: "))
                        .map(line -> line.substring("Set-cookie: ".length(), line.indexOf(';')))
                        .findFirst()
                        .orElseThrow();
    }

    private static void assertRefused(String answer) {
        assertThat(answer).startsWith("HTTP/1.1 403");
        assertThat(answer).as("nothing is told").endsWith("\r\n\r\n").doesNotContainIgnoringCase("ropewalk");
    }

    @Test
    void shouldServeABrowserThatHasShownItsToken() throws IOException {
        try (Console console = Console.open()) {
            URI address = console.address();
            String session = session(address);

            assertThat(ask(address, "/", session)).startsWith("HTTP/1.1 200").contains("<title>Ropewalk</title>");
            assertThat(ask(address, "/look/overview", session))
                    .contains("\"pid\":" + ProcessHandle.current().pid());
            assertThat(ask(address, "/nothing", session)).startsWith("HTTP/1.1 404");
            assertThat(ask(address, "/look/nothing", session)).startsWith("HTTP/1.1 404");
            assertThat(ask(address, "/../console.js", session)).startsWith("HTTP/1.1 40");
        }
    }

    @Test
    void shouldTakeATokenOnce() throws IOException {
        try (Console console = Console.open()) {
            URI address = console.address();
            String ignored = session(address);
            assertRefused(ask(address, token(address)));
            assertThat(session(console.address())).isNotEqualTo(ignored);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/?token=",
                "/?token=00000000000000000000000000000000",
                "/?token",
                "/look/overview",
                "/stream/overview",
                "/take/threads.json",
                "/console.js",
                "/nothing"
            })
    void shouldTellNothingWithoutAToken(String path) throws IOException {
        try (Console console = Console.open()) {
            assertRefused(ask(console.address(), path));
            assertRefused(ask(console.address(), path, "Cookie: ropewalk=00000000000000000000000000000000"));
        }
    }

    @Test
    void shouldTakeTokensAtTheFrontDoorOnly() throws IOException {
        try (Console console = Console.open()) {
            URI address = console.address();
            assertRefused(ask(address, "/look/overview?" + address.getRawQuery()));
            assertThat(session(address)).isNotEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host: evil.example",
                "Host: 127.0.0.1",
                "Host: 127.0.0.1:1",
                "Host: evil.example:80\r\nHost: evil.example:81",
                "Origin: https://evil.example",
                "Origin: null",
                "Origin: http://127.0.0.1"
            })
    void shouldRefuseForeignHostsAndOrigins(String header) throws IOException {
        try (Console console = Console.open()) {
            URI address = console.address();
            String session = session(address);
            assertThat(ask(address, "/look/overview", session, header)).doesNotStartWith("HTTP/1.1 200");
            assertThat(ask(address, token(console.address()), header)).doesNotStartWith("HTTP/1.1 303");
        }
    }

    @Test
    void shouldServeItsOwnOriginByBothNames() throws IOException {
        try (Console console = Console.open()) {
            URI address = console.address();
            String session = session(address);
            int port = address.getPort();
            assertThat(ask(address, "/", session, "Origin: http://127.0.0.1:" + port))
                    .startsWith("HTTP/1.1 200");
            assertThat(ask(address, "/", session, "Host: localhost:" + port)).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void shouldForbidAllThatThePageDoesNotNeed() throws IOException {
        try (Console console = Console.open()) {
            String answer = ask(console.address(), "/", session(console.address()));
            assertThat(answer)
                    .containsIgnoringCase("Content-Security-Policy: default-src 'none'; script-src 'self'")
                    .containsIgnoringCase("X-Content-Type-Options: nosniff")
                    .containsIgnoringCase("Referrer-Policy: no-referrer")
                    .containsIgnoringCase("Cache-Control: no-store")
                    .doesNotContain("https://")
                    .doesNotContain("style=")
                    .doesNotContain("onclick");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cross-site", "same-site", "nonsense"})
    void shouldRefuseWhatOtherSitesMakeABrowserSend(String site) throws IOException {
        try (Console console = Console.open()) {
            URI address = console.address();
            String session = session(address);
            assertRefused(ask(address, "/take/waiting.txt", session, "Sec-Fetch-Site: " + site));
            assertRefused(ask(address, "/", session, "Sec-Fetch-Site: " + site));
            assertThat(ask(address, "/", session, "Sec-Fetch-Site: same-origin"))
                    .startsWith("HTTP/1.1 200");
            assertThat(ask(address, "/", session, "Sec-Fetch-Site: none")).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void shouldFindItsOwnSessionAmongThoseOfOtherPorts() throws IOException {
        try (Console console = Console.open();
                Console other = Console.open()) {
            String own = session(console.address());
            String both = "Cookie: " + session(other.address()).substring("Cookie: ".length()) + "; "
                    + own.substring("Cookie: ".length());
            assertThat(ask(console.address(), "/", both)).startsWith("HTTP/1.1 200");
            assertThat(ask(other.address(), "/", both)).startsWith("HTTP/1.1 200");
            assertRefused(ask(other.address(), "/", own));
        }
    }

    @Test
    void shouldGiveASnapshotForATokenAndNoSession() throws IOException {
        try (Console console = Console.open()) {
            URI address = console.address();
            String path = "/take/snapshot.json?" + address.getRawQuery();
            assertThat(ask(address, path)).startsWith("HTTP/1.1 200").doesNotContainIgnoringCase("Set-Cookie");
            assertRefused(ask(address, path));
        }
    }

    @Test
    void shouldAskForThePasswordInPlaceOfAToken() throws IOException {
        try (Console console = Console.open(ConsoleOptions.defaults().password(PASSWORD))) {
            URI address = console.address();
            assertThat(address.getRawQuery()).isNull();
            assertThat(ask(address, "/")).startsWith("HTTP/1.1 401").containsIgnoringCase("WWW-Authenticate: Basic");
            String opened = ask(address, "/", basic("anybody:" + PASSWORD));
            assertThat(opened).startsWith("HTTP/1.1 303");
            String session = cookie(opened);
            assertThat(ask(address, "/", "Authorization: Basic !")).startsWith("HTTP/1.1 401");
            for (int i = 0; i < 10; i++) {
                assertThat(ask(address, "/", basic("anybody:wrong" + i))).startsWith("HTTP/1.1 401");
            }
            assertRefused(ask(address, "/", basic("anybody:wrong")));
            assertRefused(ask(address, "/", basic("anybody:" + PASSWORD)));
            assertThat(ask(address, "/", session)).as("who is in stays in").startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void shouldTakeNoPasswordThatAnotherSiteMakesABrowserSend() throws IOException {
        try (Console console = Console.open(ConsoleOptions.defaults().password(PASSWORD))) {
            assertRefused(ask(
                    console.address(),
                    "/take/threads.json",
                    basic("anybody:" + PASSWORD),
                    "Sec-Fetch-Site: cross-site"));
        }
    }

    @Test
    void shouldEndThreadsThatWaitForARequestWhenItIsClosed() throws IOException {
        Console console = Console.open();
        try (Socket idle =
                new Socket(console.address().getHost(), console.address().getPort())) {
            idle.setSoTimeout(READ_MILLIS);
            idle.getOutputStream().write('G');
            console.close();
            assertThat(isEnded(idle)).isTrue();
        }
    }

    /** Returns whether the other side has closed a connection, waiting for that, or reset it. */
    private static boolean isEnded(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException reset) {
            return true;
        }
    }

    private static String basic(String pair) {
        return "Authorization: Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldRefuseOtherAddressesWithoutTlsAndPassword() throws Exception {
        ConsoleOptions defaults = ConsoleOptions.defaults();
        assertThatThrownBy(() -> defaults.host("0.0.0.0"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0.0.0.0")
                .hasMessageContaining("TLS and a password");
        assertThatThrownBy(() -> defaults.password(PASSWORD).host("0.0.0.0"))
                .isInstanceOf(IllegalArgumentException.class);
        ConsoleOptions allowed =
                defaults.password(PASSWORD).tls(SSLContext.getDefault()).host("0.0.0.0");
        assertThat(allowed.toString()).doesNotContain(PASSWORD).contains("0.0.0.0");
    }

    @Test
    void shouldRefuseOptionsThatCantBe() {
        ConsoleOptions defaults = ConsoleOptions.defaults();
        assertThatThrownBy(() -> defaults.port(-1)).hasMessageContaining("-1");
        assertThatThrownBy(() -> defaults.port(65_536)).hasMessageContaining("65536");
        assertThatThrownBy(() -> defaults.password("short")).hasMessageContaining("12 characters, not 5");
        assertThatThrownBy(() -> defaults.period(Duration.ZERO)).hasMessageContaining("PT0S");
        assertThatThrownBy(() -> defaults.period(Duration.ofHours(1))).hasMessageContaining("PT1H");
        assertThatThrownBy(() -> defaults.host("no such host")).hasMessageContaining("no such host");
    }

    @Test
    void shouldSayThatThePortIsTaken() throws IOException {
        try (Console console = Console.open()) {
            int port = console.address().getPort();
            assertThatThrownBy(() -> Console.open(ConsoleOptions.defaults().port(port)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("127.0.0.1:" + port);
        }
    }

    @Test
    void shouldDumpThreadsWhateverTheirNames() throws IOException, InterruptedException {
        var mayEnd = new CountDownLatch(1);
        Thread strange = Thread.ofPlatform().name("nul\u0000 bell\u0007").start(() -> {
            try {
                mayEnd.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try (Console console = Console.open()) {
            assertThat(ask(console.address(), "/take/threads.json", session(console.address())))
                    .startsWith("HTTP/1.1 200")
                    .contains("bell");
        } finally {
            mayEnd.countDown();
            strange.join();
        }
    }

    @Test
    void shouldServeNobodyOnceItIsClosed() throws IOException {
        Console console = Console.open();
        URI address = console.address();
        console.close();
        console.close();
        assertThatThrownBy(() -> ask(address, "/")).isInstanceOf(IOException.class);
    }
}
