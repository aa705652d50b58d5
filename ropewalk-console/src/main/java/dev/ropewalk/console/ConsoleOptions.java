package dev.ropewalk.console;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * How a {@link Console} is opened. Immutable: each method returns a copy.
 *
 * @param host name or address that the console listens at, and the only one by which browsers may call it, besides {@code localhost} if it
 *     is a loopback address; {@code 127.0.0.1} by default
 * @param port the port; 0, the default, takes a free one
 * @param period time between two looks at the JVM while the page is open; a second by default
 * @param tls makes the console speak HTTPS. Needed, with a password, for any address but a loopback one
 * @param password what browsers are asked for, with any user name, in place of the token; at least 12 characters
 */
public record ConsoleOptions(
        String host, int port, Duration period, Optional<SSLContext> tls, Optional<String> password) {
    private static final int MAX_PORT = 65_535;
    private static final int MIN_PASSWORD = 12;
    private static final Duration MIN_PERIOD = Duration.ofMillis(100);
    private static final Duration MAX_PERIOD = Duration.ofMinutes(1);

    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException if one is out of range, or the host isn't a loopback address and TLS or the password is missing
     */
    public ConsoleOptions {
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(period, "period");
        Objects.requireNonNull(tls, "tls");
        Objects.requireNonNull(password, "password");
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException("the port must be 0 to " + MAX_PORT + ", not " + port);
        }
        if (period.compareTo(MIN_PERIOD) < 0 || period.compareTo(MAX_PERIOD) > 0) {
            throw new IllegalArgumentException(
                    "the period must be " + MIN_PERIOD + " to " + MAX_PERIOD + ", not " + period);
        }
        if (password.isPresent() && password.get().length() < MIN_PASSWORD) {
            throw new IllegalArgumentException("the password must have at least " + MIN_PASSWORD + " characters, not "
                    + password.get().length());
        }
        if (!addressOf(host).isLoopbackAddress() && (tls.isEmpty() || password.isEmpty())) {
            throw new IllegalArgumentException(
                    "the console shows what a program does: at " + host + " it needs TLS and a password");
        }
    }

    /** Returns a console at a free port of 127.0.0.1, which looks once a second. */
    public static ConsoleOptions defaults() {
        return new ConsoleOptions("127.0.0.1", 0, Duration.ofSeconds(1), Optional.empty(), Optional.empty());
    }

    /** Sets the host. A host that isn't a loopback address is set last, after TLS and password. */
    public ConsoleOptions host(String newHost) {
        return new ConsoleOptions(newHost, port, period, tls, password);
    }

    /** Sets the port. */
    public ConsoleOptions port(int newPort) {
        return new ConsoleOptions(host, newPort, period, tls, password);
    }

    /** Sets the time between two looks. */
    public ConsoleOptions period(Duration newPeriod) {
        return new ConsoleOptions(host, port, newPeriod, tls, password);
    }

    /** Sets TLS. */
    public ConsoleOptions tls(SSLContext newTls) {
        return new ConsoleOptions(host, port, period, Optional.of(newTls), password);
    }

    /** Sets the password. */
    public ConsoleOptions password(String newPassword) {
        return new ConsoleOptions(host, port, period, tls, Optional.of(newPassword));
    }

    InetAddress address() {
        return addressOf(host);
    }

    private static InetAddress addressOf(String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("the host " + host + " isn't known: " + e.getMessage(), e);
        }
    }

    /** Shows everything but the password. */
    @Override
    public String toString() {
        return "ConsoleOptions[host=" + host + ", port=" + port + ", period=" + period + ", tls="
                + (tls.isPresent() ? "yes" : "no") + ", password=" + (password.isPresent() ? "set" : "none") + "]";
    }
}
