package dev.ropewalk.cluster.kubernetes;

import dev.ropewalk.base.Names;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The API server of Kubernetes. Each question has a client of its own, so nothing is left of it afterwards.
 *
 * @param address of it
 * @param account what the pod shows it, and knows it by
 * @param timeout of a whole answer
 */
record ApiServer(URI address, ServiceAccount account, Duration timeout) {
    private static final int MAX_ANSWER = 32 << 20;
    private static final int OK = 200;
    private static final int UNKNOWN_CALLER = 401;
    private static final int FORBIDDEN = 403;

    /** Refuses an address to which a token would go that others may read, and one with parts that would be left out. */
    static void require(URI address) {
        if (address.getRawUserInfo() != null
                || (address.getHost() == null && address.toString().contains("@"))) {
            throw new IllegalArgumentException(
                    "the address of the API server must have no user or password: the pod is known by its token");
        }
        String scheme = address.getScheme() == null ? "" : address.getScheme().toLowerCase(Locale.ROOT);
        boolean isSafe = scheme.equals("https") || (scheme.equals("http") && isLoopback(address.getHost()));
        if (!isSafe || address.getHost() == null) {
            throw new IllegalArgumentException(
                    "the address of the API server must be one of https, or of http on the loopback network, but is "
                            + Names.shown(address.toString()));
        }
        String path = address.getRawPath();
        if (!(path.isEmpty() || path.equals("/"))
                || address.getRawQuery() != null
                || address.getRawFragment() != null) {
            throw new IllegalArgumentException(
                    "the address of the API server must have no path, query or fragment, but is "
                            + Names.shown(address.toString()));
        }
    }

    private static boolean isLoopback(@Nullable String host) {
        if (host == null || host.equals("localhost")) {
            return host != null;
        }
        try {
            return InetAddress.ofLiteral(host).isLoopbackAddress();
        } catch (IllegalArgumentException name) {
            return false;
        }
    }

    /**
     * Lists pods.
     *
     * @param namespace of them, for errors
     */
    PodList pods(String path, String namespace) throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = get(path);
        if (answer.statusCode() != OK) {
            throw new IOException(address + refusal(answer, namespace));
        }
        try {
            return PodReader.pods(answer.body());
        } catch (IOException e) {
            throw new IOException(
                    address + " hasn't answered with a list of pods: " + firstLine(String.valueOf(e.getMessage())), e);
        }
    }

    private static String refusal(HttpResponse<byte[]> answer, String namespace) {
        String status = " (status " + answer.statusCode() + "): " + message(answer.body());
        return switch (answer.statusCode()) {
            case UNKNOWN_CALLER -> " doesn't know this pod by its token" + status;
            case FORBIDDEN ->
                " doesn't let this pod list the pods of namespace '" + namespace
                        + "': its service account needs a role with the verb list for pods" + status;
            default -> " hasn't listed the pods of namespace '" + namespace + "'" + status;
        };
    }

    private static String message(byte[] body) {
        try {
            String message = PodReader.message(body);
            if (!message.isEmpty()) {
                return Names.shown(message);
            }
        } catch (IOException e) {
            // then as it is
        }
        return Names.shown(firstLine(new String(body, StandardCharsets.UTF_8).strip()));
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    private HttpResponse<byte[]> get(String path) throws IOException, InterruptedException {
        HttpClient.Builder builder =
                HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).connectTimeout(timeout);
        if (!"http".equalsIgnoreCase(address.getScheme())) {
            builder.sslContext(account.trust());
        }
        HttpRequest.Builder request =
                HttpRequest.newBuilder(address.resolve(path)).header("Accept", "application/json");
        account.token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
        try (HttpClient client = builder.build()) {
            try {
                return await(client.sendAsync(
                        request.build(),
                        HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofByteArray(), MAX_ANSWER)));
            } finally {
                client.shutdownNow();
            }
        }
    }

    private HttpResponse<byte[]> await(CompletableFuture<HttpResponse<byte[]>> answer)
            throws IOException, InterruptedException {
        try {
            return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new IOException(address + " hasn't answered within " + timeout, e);
        } catch (ExecutionException e) {
            throw new IOException(address + " couldn't be asked: " + e.getCause(), e);
        }
    }
}
