package dev.ropewalk.actor.cell;

import dev.ropewalk.base.Demand;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Samples the classes of the messages that one actor is given, while somebody asks for that. An actor has one only for a minute after
 * a question: it is in front of the actor's behaviour then, as {@link SampledBehaviour}, so that the messages of others pay nothing.
 *
 * <p>The first messages are all in the sample, then about one in 64, at random distances, so that a regular order of messages doesn't make a wrong picture. The
 * names of the last ones are kept: not the classes, for these hold on to their loaders.
 *
 * <p>What handles the messages writes. Any thread asks, ends this and reads the names; one that is written meanwhile is seen or not.
 */
public final class MessageSampler {
    private static final int FIRST = 64;
    private static final int KEPT = 256;
    private static final int MEAN_DISTANCE = 64;
    private static final int MULTIPLIER = 0x19660D;
    private static final int INCREMENT = 0x3C6EF35F;

    private final LongSupplier clock;
    private final Demand demand = new Demand();

    /** Null when this has ended: nobody has asked for a minute, or others were asked for. */
    private volatile @Nullable AtomicReferenceArray<String> names = new AtomicReferenceArray<>(KEPT);

    /** Where the next name goes. */
    private int place;

    /** How many messages are still to be in the sample one after another. */
    private int first = FIRST;

    /** How many messages are left until one is in the sample. */
    private int distance = 1;

    private int random;

    public MessageSampler(LongSupplier clock) {
        this.clock = clock;
    }

    /** Notes a message that is to be handled; returns false if this has ended. Throws nothing. */
    boolean note(Object message) {
        return --distance > 0 || sample(message);
    }

    private boolean sample(Object message) {
        distance = nextDistance();
        AtomicReferenceArray<String> kept = names;
        if (kept == null) {
            return false;
        }
        try {
            kept.setOpaque(place, message.getClass().getName());
        } catch (OutOfMemoryError noMemory) {
            return true; // the name is lost, and nothing else
        }
        place = (place + 1) % KEPT;
        endUnlessWanted();
        return true;
    }

    private int nextDistance() {
        if (first > 0) {
            first--;
            return 1;
        }
        random = random * MULTIPLIER + INCREMENT;
        return 1 + (random >>> 1) % (2 * MEAN_DISTANCE - 1);
    }

    // For any thread

    /** Has the sampling go on for a minute from now. */
    public void ask() {
        demand.ask(clock.getAsLong());
    }

    /** Ends the sampling if nobody has asked for a minute. Each message of the sample sees to that, but none may have come. */
    public void endUnlessWanted() {
        demand.passed(clock.getAsLong());
        if (!demand.isWanted()) {
            end();
        }
    }

    /** Ends the sampling, and forgets the sample. */
    public void end() {
        names = null;
    }

    public boolean hasEnded() {
        return names == null;
    }

    /** Returns how many messages of each class are in the sample. */
    public Map<String, Integer> counts() {
        Map<String, Integer> counts = new TreeMap<>();
        AtomicReferenceArray<String> kept = names;
        for (int i = 0; kept != null && i < KEPT; i++) {
            String name = kept.getOpaque(i);
            if (name != null) {
                counts.merge(name, 1, Integer::sum);
            }
        }
        return counts;
    }
}
