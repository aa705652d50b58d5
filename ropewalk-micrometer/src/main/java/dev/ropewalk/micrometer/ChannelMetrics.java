package dev.ropewalk.micrometer;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ChannelStats;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.micrometer.part.Kind;
import dev.ropewalk.micrometer.part.Meters;
import io.micrometer.core.instrument.Tag;
import java.util.Objects;

/**
 * The meters of a {@link Channel}, {@code ropewalk.channel.*}. It doesn't keep the channel alive.
 */
public final class ChannelMetrics extends PartMetrics<Channel<?>> {
    private static final String ELEMENTS = "elements";
    private static final Kind<Channel<?>, ChannelStats> KIND = Kind.of(
            "channel",
            Channel::live,
            Channel::stats,
            Meters.<ChannelStats>of("ropewalk.channel.")
                    .level("depth", ELEMENTS, "The elements in the buffer", ChannelStats::depth)
                    .count("sent", ELEMENTS, "The elements that were sent", ChannelStats::sends)
                    .count("received", ELEMENTS, "The elements that were received", ChannelStats::receives)
                    .count(
                            "undelivered",
                            ELEMENTS,
                            "The elements that were sent and dropped, or given up when the channel failed",
                            ChannelStats::undelivered)
                    .count(
                            "refused",
                            null,
                            "The sends that have found no room and may not wait, or not longer",
                            ChannelStats::refused)
                    .level("waiting.senders", null, "The parties that wait to send", ChannelStats::waitingSenders)
                    .level(
                            "waiting.receivers",
                            null,
                            "The parties that wait to receive",
                            ChannelStats::waitingReceivers));

    /**
     * Makes a binder, which isn't bound yet.
     *
     * @param name the tag {@code name} of all meters
     * @param tags further tags of all meters
     */
    public ChannelMetrics(Channel<?> channel, String name, Iterable<Tag> tags) {
        super(KIND, Objects.requireNonNull(channel, "channel"), name, tags);
    }

    static Kind<Channel<?>, ChannelStats> kind() {
        return KIND;
    }

    /** Returns the kind of the scopes, which have no meters: most live for milliseconds. */
    static Kind<ProcessScope, ProcessScope> scopes() {
        return Kind.counted("scope", ProcessScope::live);
    }
}
