package dev.ropewalk.demo;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.DnsDiscovery;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.SeedDiscovery;
import dev.ropewalk.cluster.TlsCertificates;
import dev.ropewalk.cluster.kubernetes.KubernetesDiscovery;
import dev.ropewalk.demo.node.NodeProcess;
import dev.ropewalk.demo.node.NodeSettings;
import dev.ropewalk.demo.shop.Messages;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Runs one node, for a container or as one of the demonstration. */
@Command(
        name = "node",
        description = {
            "Runs one node of the demonstration's shop in this process.",
            "A signal to end has it leave as planned. It ends with status 3 when the others have removed it."
        },
        mixinStandardHelpOptions = true)
final class NodeSubcommand implements Callable<Integer> {
    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(80);

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--cluster",
            defaultValue = "shop",
            description = "name of the cluster; ${DEFAULT-VALUE} by default")
    private String cluster = "shop";

    @Option(
            names = "--host",
            defaultValue = "127.0.0.1",
            description = "by which others reach it; ${DEFAULT-VALUE} by default")
    private String host = "127.0.0.1";

    @Option(
            names = "--port",
            defaultValue = "2551",
            description = "by which others reach it; ${DEFAULT-VALUE} by default")
    private int port;

    @Option(names = "--bind-host", description = "where it listens, if that is another address")
    private @Nullable String bindHost;

    @Option(names = "--bind-port", description = "where it listens, if that is another port")
    private @Nullable Integer bindPort;

    @Option(
            names = "--seed",
            paramLabel = "HOST:PORT",
            split = ",",
            converter = AddressConverter.class,
            description = "by which nodes it joins; without, and without a discovery, it founds a cluster")
    private List<NodeAddress> seeds = List.of();

    @ArgGroup(exclusive = false)
    private @Nullable Discovery discovery;

    @Option(names = "--plaintext", description = "without certificates, on the loopback network only")
    private boolean plaintext;

    @ArgGroup(exclusive = false)
    private @Nullable Tls tls;

    @Option(
            names = "--stable-after",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            defaultValue = "3s",
            description = "how long a split must stand still before it is decided; ${DEFAULT-VALUE} by default")
    private Duration stableAfter = Duration.ofSeconds(3);

    @Option(
            names = "--hand-off",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            defaultValue = "30s",
            description = "how long its entities have when they move; ${DEFAULT-VALUE} by default")
    private Duration handOff = Duration.ofSeconds(30);

    @Option(
            names = "--rate",
            defaultValue = "200",
            description = "messages a second that its customers send; ${DEFAULT-VALUE} by default")
    private int rate;

    @Option(names = "--health-port", description = "where /ready and /live tell how it is; nowhere by default")
    private @Nullable Integer healthPort;

    @Option(names = "--console", description = "open the console")
    private boolean console;

    @Option(names = "--history", hidden = true, description = "file where answers are noted")
    private @Nullable Path history;

    @Option(names = "--child", hidden = true, description = "obey the standard input, and end with it")
    private boolean child;

    /** How it finds other nodes. */
    static final class Discovery {
        @ArgGroup(multiplicity = "1")
        private Place place = new Place();

        @Option(
                names = "--founding-nodes",
                required = true,
                description = "how many nodes must be there to found the cluster: more than half of all")
        private int foundingNodes;
    }

    /** Where it finds them. */
    static final class Place {
        @Option(
                names = "--discover-dns",
                paramLabel = "NAME",
                description = "at the addresses of a name, each at --port")
        private @Nullable String dns;

        @Option(
                names = "--discover-pods",
                paramLabel = "SELECTOR",
                description =
                        "among the pods that a selector of labels chooses, by the API of Kubernetes, each at --port")
        private @Nullable String pods;

        SeedDiscovery of(int port) {
            return dns != null ? DnsDiscovery.addresses(dns, port) : KubernetesDiscovery.pods(String.valueOf(pods));
        }
    }

    /** The files of certificates. */
    static final class Tls {
        @Option(names = "--certificate", required = true, description = "file with its certificate")
        private Path certificate = Path.of("");

        @Option(names = "--private-key", required = true, description = "file with its private key")
        private Path privateKey = Path.of("");

        @Option(names = "--authority", required = true, description = "file with the certificate of the authority")
        private Path authority = Path.of("");
    }

    /** Reads an address. */
    static final class AddressConverter implements ITypeConverter<NodeAddress> {
        @Override
        public NodeAddress convert(String text) {
            int colon = text.lastIndexOf(':');
            try {
                return new NodeAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
            } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                throw new TypeConversionException("an address is a host, a colon and a port, not '" + text + "'");
            }
        }
    }

    @Override
    public Integer call() throws IOException {
        NodeSettings settings;
        try {
            settings = new NodeSettings(
                    options(),
                    rate,
                    healthPort == null ? OptionalInt.empty() : OptionalInt.of(healthPort),
                    console,
                    Optional.ofNullable(history),
                    child);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
        return NodeProcess.run(settings, spec.commandLine().getOut());
    }

    private ClusterOptions options() {
        ClusterOptions options = ClusterOptions.defaults(cluster, Messages.CODECS)
                .host(host)
                .port(port)
                .seeds(seeds)
                .plaintext(plaintext)
                .stableAfter(stableAfter)
                .handOffTimeout(handOff)
                .joinTimeout(JOIN_TIMEOUT);
        if (bindHost != null) {
            options = options.bindHost(bindHost);
        }
        if (discovery != null && !seeds.isEmpty()) {
            throw new IllegalArgumentException("nodes are found by --seed or by a discovery, not both");
        } else if (discovery != null) {
            options = options.discovery(discovery.place.of(port)).foundingNodes(discovery.foundingNodes);
        }
        if (bindPort != null) {
            options = options.bindPort(bindPort);
        }
        return tls == null ? options : options.tls(TlsCertificates.of(tls.certificate, tls.privateKey, tls.authority));
    }
}
