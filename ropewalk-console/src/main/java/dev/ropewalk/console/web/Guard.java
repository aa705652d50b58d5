package dev.ropewalk.console.web;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Decides which requests are served. A page of another site can make a browser send requests here, and a name of its own may lead here; their
 * Origin, Host and Sec-Fetch-Site give them away. Who isn't admitted learns nothing, not even what would be there.
 *
 * <p>Cookies don't know ports: a browser shows those of all servers of a host to each of them. So the name of this one has the port, and each
 * that is shown is looked at.
 */
final class Guard {
    /** What becomes of a request. */
    enum Verdict {
        ADMITTED,
        /** The request has shown its token or its password, and goes on with the session that it gets. */
        OPENS_SESSION,
        ASKED_FOR_PASSWORD,
        REFUSED
    }

    private static final long TOKEN_NANOS = 600_000_000_000L;
    private static final long SESSION_NANOS = 86_400_000_000_000L;
    private static final String FRONT_DOOR = "/";
    private static final String SNAPSHOT = "/take/snapshot.json";

    private final Set<String> hosts;
    private final String scheme;
    private final String cookie;
    private final Optional<String> password;
    private final Tokens tokens;
    private final Tokens sessions;
    private final WrongPasswords wrongPasswords;

    Guard(Set<String> hosts, String scheme, int port, Optional<String> password, LongSupplier nanoTime) {
        this.hosts = hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
        this.scheme = scheme;
        this.cookie = "ropewalk-" + port + "=";
        this.password = password;
        this.tokens = new Tokens(nanoTime, TOKEN_NANOS, true);
        this.sessions = new Tokens(nanoTime, SESSION_NANOS, false);
        this.wrongPasswords = new WrongPasswords(nanoTime);
    }

    /** Makes a token, empty if a password stands for it. */
    Optional<String> newToken() {
        return password.isPresent() ? Optional.empty() : Optional.of(tokens.make());
    }

    Verdict judge(HttpExchange exchange) {
        Headers headers = exchange.getRequestHeaders();
        if (!comesToHere(headers) || hasForeignOrigin(headers)) {
            return Verdict.REFUSED;
        }
        if (isSentByHere(headers) && hasSession(headers)) {
            return Verdict.ADMITTED;
        }
        String path = exchange.getRequestURI().getPath();
        if (password.isPresent()) {
            // What another site has sent could carry the password along. It may lead to the page, and no further.
            return isSentByHere(headers) || path.equals(FRONT_DOOR)
                    ? judgePassword(
                            headers, password.get(), exchange.getRemoteAddress().getAddress())
                    : Verdict.REFUSED;
        }
        boolean mayShowToken = path.equals(FRONT_DOOR) || path.equals(SNAPSHOT);
        if (mayShowToken && tokens.admit(new Query(exchange.getRequestURI()).text("token", ""))) {
            return path.equals(FRONT_DOOR) ? Verdict.OPENS_SESSION : Verdict.ADMITTED;
        }
        return Verdict.REFUSED;
    }

    /** Returns the header that gives the browser a session. */
    String newSession() {
        return cookie + sessions.make() + "; Path=/; HttpOnly; SameSite=Strict"
                + (scheme.equals("https") ? "; Secure" : "");
    }

    private boolean comesToHere(Headers headers) {
        List<String> host = headers.getOrDefault("Host", List.of());
        return host.size() == 1 && hosts.contains(host.getFirst().toLowerCase(Locale.ROOT));
    }

    private boolean hasForeignOrigin(Headers headers) {
        String origin = headers.getFirst("Origin");
        return origin != null
                && hosts.stream()
                        .noneMatch(each -> origin.toLowerCase(Locale.ROOT).equals(scheme + "://" + each));
    }

    /** Returns whether the page itself has sent it, or the user; old browsers don't say so, nor do programs. */
    private static boolean isSentByHere(Headers headers) {
        String site = headers.getFirst("Sec-Fetch-Site");
        return site == null || site.equals("same-origin") || site.equals("none");
    }

    private boolean hasSession(Headers headers) {
        return headers.getOrDefault("Cookie", List.of()).stream()
                .flatMap(line -> List.of(line.split(";", -1)).stream())
                .map(String::strip)
                .filter(pair -> pair.startsWith(cookie))
                .anyMatch(pair -> sessions.admit(pair.substring(cookie.length())));
    }

    private Verdict judgePassword(Headers headers, String wanted, InetAddress from) {
        String shown = shownPassword(headers.getFirst("Authorization"));
        if (shown == null) {
            return Verdict.ASKED_FOR_PASSWORD;
        }
        if (wrongPasswords.areTooMany(from)) {
            return Verdict.REFUSED;
        }
        if (Tokens.isSame(wanted, shown)) {
            return Verdict.OPENS_SESSION;
        }
        wrongPasswords.add(from);
        return Verdict.ASKED_FOR_PASSWORD;
    }

    private static @Nullable String shownPassword(@Nullable String authorization) {
        if (authorization == null || !authorization.startsWith("Basic ")) {
            return null;
        }
        try {
            byte[] decoded = Base64.getDecoder()
                    .decode(authorization.substring("Basic ".length()).strip());
            String pair = new String(decoded, StandardCharsets.UTF_8);
            return pair.substring(pair.indexOf(':') + 1);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
