package dev.ropewalk.cluster.kubernetes;

import dev.ropewalk.base.BuilderSettings;
import dev.ropewalk.base.Names;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.SeedDiscovery;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds nodes among the pods of a namespace, which it asks the API server of Kubernetes for. Pods that have no address yet, or have ended, are passed over; those that aren't ready, or are about to end, aren't. Immutable; each method returns
 * a changed copy. Any thread may use it.
 *
 * <p>The service account of the pod must be allowed to list pods. Its token, the certificate of the server and the namespace are read each time from the folder where Kubernetes puts them. A node's
 * {@linkplain dev.ropewalk.cluster.ClusterOptions#host host} must be the address of its pod, as {@code status.podIP} has it. An answer of more than 32 MiB, or of more than {@value SeedDiscovery#MAX_ADDRESSES} pods, is refused.
 */
public final class KubernetesDiscovery implements SeedDiscovery {
    private static final Path ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration MIN_TIMEOUT = Duration.ofMillis(1);
    private static final Duration MAX_TIMEOUT = Duration.ofMinutes(1);
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");
    private static final String HOST = "KUBERNETES_SERVICE_HOST";
    private static final String PORT = "KUBERNETES_SERVICE_PORT";

    private final Settings settings;

    /** What can be set, with its defaults. */
    private static final class Settings extends BuilderSettings<Settings> {
        final String selector;
        Optional<String> namespace = Optional.empty();
        Optional<String> portName = Optional.empty();
        Optional<URI> server = Optional.empty();
        Path account = ACCOUNT;
        Duration timeout = DEFAULT_TIMEOUT;

        Settings(String selector) {
            this.selector = selector;
        }
    }

    private KubernetesDiscovery(Settings settings) {
        this.settings = settings;
    }

    private KubernetesDiscovery with(Consumer<Settings> change) {
        return new KubernetesDiscovery(settings.with(change));
    }

    /**
     * Finds the pods that a selector of labels chooses, each with the port that the asking node has.
     *
     * @param selector such as {@code app=shop}
     * @throws IllegalArgumentException if it is blank: all pods of a namespace aren't the nodes of a cluster
     */
    public static KubernetesDiscovery pods(String selector) {
        if (Objects.requireNonNull(selector, "selector").isBlank()) {
            throw new IllegalArgumentException(
                    "a selector of labels must choose the pods of the cluster, but is '" + Names.shown(selector) + "'");
        }
        return new KubernetesDiscovery(new Settings(selector));
    }

    /**
     * Sets in which namespace the pods are; that of this pod by default.
     *
     * @throws IllegalArgumentException if it can't be the name of one
     */
    public KubernetesDiscovery namespace(String value) {
        requireLabel(value, "namespace");
        return with(changed -> changed.namespace = Optional.of(value));
    }

    /**
     * Sets the name of the port of a pod's containers, which each must have; by default all nodes have the same port.
     *
     * @throws IllegalArgumentException if it can't be the name of one
     */
    public KubernetesDiscovery portName(String value) {
        requireLabel(value, "portName");
        return with(changed -> changed.portName = Optional.of(value));
    }

    private static void requireLabel(String value, String what) {
        if (!LABEL.matcher(Objects.requireNonNull(value, what)).matches()) {
            throw new IllegalArgumentException(what + " must be of up to 63 small letters, digits and hyphens, but is '"
                    + Names.shown(value) + "'");
        }
    }

    /**
     * Sets the address of the API server; by default the one that the environment of a pod names. It is asked directly, whatever proxies the JVM is set to use.
     *
     * @param value with a host and perhaps a port, and nothing after that; with {@code https}; with {@code http} only on the loopback network, as by {@code kubectl proxy}
     * @throws IllegalArgumentException if it is another one
     */
    public KubernetesDiscovery server(URI value) {
        ApiServer.require(Objects.requireNonNull(value, "server"));
        return with(changed -> changed.server = Optional.of(value));
    }

    /** Sets the folder with {@code token}, {@code ca.crt} and {@code namespace}; by default where Kubernetes puts them. */
    public KubernetesDiscovery account(Path value) {
        Path checked = Objects.requireNonNull(value, "account");
        return with(changed -> changed.account = checked);
    }

    /** Sets how long the server has for its whole answer, from a millisecond to a minute; five seconds by default. */
    public KubernetesDiscovery timeout(Duration value) {
        if (Objects.requireNonNull(value, "timeout").compareTo(MIN_TIMEOUT) < 0 || value.compareTo(MAX_TIMEOUT) > 0) {
            throw new IllegalArgumentException("timeout must be from 1 ms to " + MAX_TIMEOUT + ", but is " + value);
        }
        return with(changed -> changed.timeout = value);
    }

    @Override
    public List<NodeAddress> find(NodeAddress self) throws IOException, InterruptedException {
        InetAddress own = number(Objects.requireNonNull(self, "self").host())
                .orElseThrow(() -> new IllegalArgumentException(
                        "pods are found by numbers, so the host of a node must be the address of its pod, status.podIP, but is '"
                                + self.host() + "'"));
        var account = new ServiceAccount(settings.account);
        String namespace = settings.namespace.isPresent() ? settings.namespace.get() : account.namespace();
        String path = "/api/v1/namespaces/" + namespace + "/pods?limit=" + MAX_ADDRESSES + "&labelSelector="
                + URLEncoder.encode(settings.selector, StandardCharsets.UTF_8);
        PodList pods = new ApiServer(server(), account, settings.timeout).pods(path, namespace);
        if (pods.hasMore()) {
            throw new IOException(
                    this + " chooses more than " + MAX_ADDRESSES + " pods: these aren't the nodes of one cluster");
        }
        return addresses(pods.pods(), self, own, namespace);
    }

    private List<NodeAddress> addresses(List<Pod> pods, NodeAddress self, InetAddress own, String namespace)
            throws IOException {
        List<NodeAddress> found = new ArrayList<>();
        for (Pod pod : pods) {
            Optional<String> address = pod.isOver() ? Optional.empty() : pod.address(own.getClass());
            if (address.isPresent()) {
                found.add(new NodeAddress(address.get(), port(pod, self)).requireReachable());
            }
        }
        if (found.isEmpty()) {
            throw new IOException(this + " has found no node: of the pods of namespace '" + namespace + "' it chooses "
                    + pods.size() + ", of which none runs and has an address" + (pods.isEmpty() ? "" : ": " + pods));
        }
        return found;
    }

    private int port(Pod pod, NodeAddress self) throws IOException {
        String name = settings.portName.orElse("");
        Integer port =
                name.isEmpty() ? Integer.valueOf(self.port()) : pod.ports().get(name);
        if (port == null) {
            throw new IOException(
                    "pod '" + pod.name() + "' has no port named '" + name + "': its ports are " + pod.ports());
        }
        return port;
    }

    private URI server() {
        return settings.server.orElseGet(() -> ofEnvironment(System.getenv(HOST), System.getenv(PORT)));
    }

    /** Returns the address that these values of the environment are. */
    static URI ofEnvironment(@Nullable String host, @Nullable String port) {
        if (host == null || port == null) {
            throw new IllegalArgumentException("this process is no pod of Kubernetes: its environment has " + HOST + "="
                    + host + " and " + PORT + "=" + port + "; server(...) says where the API is");
        }
        return URI.create("https://" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port);
    }

    private static Optional<InetAddress> number(String host) {
        try {
            return Optional.of(InetAddress.ofLiteral(host));
        } catch (IllegalArgumentException name) {
            return Optional.empty();
        }
    }

    /** Says which pods it finds. */
    @Override
    public String toString() {
        return "Kubernetes, pods with '" + settings.selector + "'"
                + settings.namespace
                        .map(namespace -> " in namespace '" + namespace + "'")
                        .orElse("");
    }
}
