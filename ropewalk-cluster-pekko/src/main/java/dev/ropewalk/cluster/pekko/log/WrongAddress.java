package dev.ropewalk.cluster.pekko.log;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.AddressFromURIString;

/**
 * A node has taken this one for another: it has another name for the cluster, or for the address. Pekko says so in its log only.
 *
 * @param from the node that calls
 * @param asked what it has called this node
 */
public record WrongAddress(Address from, Address asked) {
    private static final Pattern TEXT =
            Pattern.compile("Dropping Handshake Request from \\[(?:UniqueAddress\\()?(pekko://[^#,\\]\\s]+\\]?:\\d+).*?"
                    + " addressed to unknown local address \\[(pekko://\\S+:\\d+)\\]\\. Local address is .*");

    /** Reads it from a text of Pekko, if that is one. */
    static Optional<WrongAddress> in(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(new WrongAddress(
                AddressFromURIString.parse(matcher.group(1)), AddressFromURIString.parse(matcher.group(2))));
    }
}
