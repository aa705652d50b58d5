package dev.ropewalk.cluster.dns;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.naming.CommunicationException;
import javax.naming.CompositeName;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.NoInitialContextException;
import javax.naming.directory.Attribute;
import javax.naming.directory.InitialDirContext;

/**
 * Who is asked, by the JDK's own client of the DNS, which keeps no answers. An answer that doesn't fit into a datagram is asked for again by a connection, and has 64 KiB at most. If that
 * connection fails, the client returns the records that did fit, and doesn't tell.
 *
 * @param addresses of the servers; empty are those of the system
 * @param timeout of the first attempt at each
 * @param search how names are completed
 */
public record DnsServers(List<InetSocketAddress> addresses, Duration timeout, SearchList search) {
    private static final String FACTORY = "com.sun.jndi.dns.DnsContextFactory";

    /** How often each is asked. */
    private static final String ATTEMPTS = "2";

    /** Makes a copy. */
    public DnsServers {
        addresses = List.copyOf(addresses);
    }

    /** Asks for records; empty if there is no such name. */
    public Optional<DnsRecords> ask(String name, String type) throws IOException {
        Optional<DnsRecords> nothing = Optional.empty();
        for (String candidate : search.candidates(name)) {
            Optional<DnsRecords> found = askFor(candidate, type);
            if (found.filter(records -> !records.texts().isEmpty()).isPresent()) {
                return found;
            }
            nothing = nothing.or(() -> found);
        }
        return nothing;
    }

    // The interface takes a Hashtable. The provider is the one of the DNS alone, whose records are texts: no object is
    // made of them, and a name has no colon, by which it could name another provider.
    @SuppressWarnings({"JdkObsolete", "BanJNDI"})
    private Optional<DnsRecords> askFor(String name, String type) throws IOException {
        Hashtable<String, String> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, FACTORY);
        environment.put(Context.PROVIDER_URL, urls());
        environment.put("com.sun.jndi.dns.timeout.initial", Long.toString(timeout.toMillis()));
        environment.put("com.sun.jndi.dns.timeout.retries", ATTEMPTS);
        try {
            var context = new InitialDirContext(environment);
            try {
                Attribute found = context.getAttributes(new CompositeName().add(name), new String[] {type})
                        .get(type);
                return Optional.of(new DnsRecords(name, found == null ? List.of() : texts(found)));
            } finally {
                context.close();
            }
        } catch (NameNotFoundException e) {
            return Optional.empty();
        } catch (NoInitialContextException e) {
            throw new IllegalArgumentException(
                    "this Java runtime can't ask the DNS: it was made without the module jdk.naming.dns", e);
        } catch (NamingException e) {
            throw failed(name, type, e);
        }
    }

    private static List<String> texts(Attribute found) throws NamingException {
        List<String> texts = new ArrayList<>();
        NamingEnumeration<?> all = found.getAll();
        while (all.hasMore()) {
            texts.add(String.valueOf(all.next()));
        }
        return texts;
    }

    private IOException failed(String name, String type, NamingException e) {
        Throwable root = e.getRootCause() == null ? e : e.getRootCause();
        String why = e instanceof CommunicationException
                ? "no answer from " + this + ": " + root
                : this + " can't tell: " + e.getMessage();
        return new IOException("the records of type " + type + " of '" + name + "' couldn't be looked up: " + why, e);
    }

    private String urls() {
        return addresses.isEmpty()
                ? "dns:"
                : addresses.stream().map(server -> "dns://" + shown(server)).collect(Collectors.joining(" "));
    }

    private static String shown(InetSocketAddress server) {
        String host = server.getAddress().getHostAddress();
        return (server.getAddress() instanceof Inet6Address ? "[" + host + "]" : host) + ":" + server.getPort();
    }

    @Override
    public String toString() {
        return addresses.isEmpty()
                ? "the servers of the system"
                : addresses.stream().map(DnsServers::shown).collect(Collectors.joining(", "));
    }
}
