package dev.ropewalk.console.web;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides which requests are served. A page of another site can make a browser send requests here, and a name of its own may lead here; their
 * Origin and Host give them away. Who isn't admitted learns nothing, not even what would be there.
 */
final class Guard {
    /** What becomes of a request. */
    enum Verdict {
        ADMITTED,
        /** The request has shown its token, and goes on with the session that it gets. */
        OPENS_SESSION,
        ASKED_FOR_PASSWORD,
        REFUSED
    }

    private static final String COOKIE = "ropewalk";
    private static final long TOKEN_NANOS = 600_000_000_000L;
    private static final long SESSION_NANOS = 86_400_000_000_000L;
    private static final int WRONG_PASSWORDS = 10;
    private static final long WRONG_PASSWORDS_NANOS = 60_000_000_000L;

    private final Set<String> hosts;
    private final String scheme;
    private final Optional<String> password;
    private final LongSupplier nanoTime;
    private final Tokens tokens;
    private final Tokens sessions;
    private int wrongPasswords;
    private long firstWrongPassword;

    Guard(Set<String> hosts, String scheme, Optional<String> password, LongSupplier nanoTime) {
        this.hosts = hosts;
        this.scheme = scheme;
        this.password = password;
        this.nanoTime = nanoTime;
        this.tokens = new Tokens(nanoTime, TOKEN_NANOS, true);
        this.sessions = new Tokens(nanoTime, SESSION_NANOS, false);
    }

    /** Makes a token, empty if a password stands for it. */
    Optional<String> newToken() {
        return password.isPresent() ? Optional.empty() : Optional.of(tokens.make());
    }

    Verdict judge(HttpExchange exchange) {
        Headers headers = exchange.getRequestHeaders();
        if (!comesFromHere(headers)) {
            return Verdict.REFUSED;
        }
        if (password.isPresent()) {
            return judgePassword(headers, password.get());
        }
        if (session(headers).filter(sessions::admit).isPresent()) {
            return Verdict.ADMITTED;
        }
        String token = new Query(exchange.getRequestURI()).text("token", "");
        return exchange.getRequestURI().getPath().equals("/") && tokens.admit(token)
                ? Verdict.OPENS_SESSION
                : Verdict.REFUSED;
    }

    /** Returns the header that gives the browser a session. */
    String newSession() {
        return COOKIE + "=" + sessions.make() + "; Path=/; HttpOnly; SameSite=Strict"
                + (scheme.equals("https") ? "; Secure" : "");
    }

    private boolean comesFromHere(Headers headers) {
        List<String> host = headers.getOrDefault("Host", List.of());
        if (host.size() != 1 || !hosts.contains(host.getFirst().toLowerCase(Locale.ROOT))) {
            return false;
        }
        String origin = headers.getFirst("Origin");
        return origin == null
                || hosts.stream()
                        .anyMatch(each -> origin.toLowerCase(Locale.ROOT).equals(scheme + "://" + each));
    }

    private static Optional<String> session(Headers headers) {
        return headers.getOrDefault("Cookie", List.of()).stream()
                .flatMap(line -> List.of(line.split(";", -1)).stream())
                .map(String::strip)
                .filter(pair -> pair.startsWith(COOKIE + "="))
                .map(pair -> pair.substring(COOKIE.length() + 1))
                .findFirst();
    }

    private synchronized Verdict judgePassword(Headers headers, String wanted) {
        long now = nanoTime.getAsLong();
        if (now - firstWrongPassword > WRONG_PASSWORDS_NANOS) {
            wrongPasswords = 0;
        }
        String shown = shownPassword(headers.getFirst("Authorization"));
        if (shown == null) {
            return Verdict.ASKED_FOR_PASSWORD;
        }
        if (wrongPasswords < WRONG_PASSWORDS && Tokens.isSame(wanted, shown)) {
            return Verdict.ADMITTED;
        }
        if (wrongPasswords++ == 0) {
            firstWrongPassword = now;
        }
        return wrongPasswords < WRONG_PASSWORDS ? Verdict.ASKED_FOR_PASSWORD : Verdict.REFUSED;
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
