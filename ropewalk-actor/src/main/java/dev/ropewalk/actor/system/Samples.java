package dev.ropewalk.actor.system;

import dev.ropewalk.actor.MessageSample;
import dev.ropewalk.actor.cell.Cell;
import dev.ropewalk.actor.cell.MessageSampler;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which actors have their messages sampled: those that somebody has asked for lately, at most 16, so that who asks for all has no sample of each. Thread-safe.
 */
final class Samples {
    private static final int MOST_ACTORS = 16;
    private static final int MOST_TYPES = 16;

    private record Sampled(WeakReference<Cell<?>> cell, MessageSampler sampler) {
        boolean isOf(Cell<?> other) {
            return cell.refersTo(other);
        }
    }

    /** The one that was asked for last is the last. */
    private final ArrayDeque<Sampled> sampled = new ArrayDeque<>();

    /** Returns what an actor was given lately, and has its messages sampled for a minute. */
    MessageSample of(Cell<?> cell) {
        MessageSampler sampler = known(cell);
        if (sampler != null) {
            sampler.endUnlessWanted();
        }
        if (sampler == null || sampler.hasEnded()) {
            return begin(cell);
        }
        sampler.ask();
        return sample(sampler.counts());
    }

    /** Returns what samples the messages of an actor, null if nothing does. */
    private synchronized @Nullable MessageSampler known(Cell<?> cell) {
        for (Sampled each : sampled) {
            if (each.isOf(cell)) {
                sampled.remove(each);
                if (each.sampler.hasEnded()) {
                    return null;
                }
                sampled.addLast(each);
                return each.sampler;
            }
        }
        return null;
    }

    private MessageSample begin(Cell<?> cell) {
        var sampler = new MessageSampler(cell.system().scheduler()::nanoTime);
        sampler.ask();
        if (add(cell, sampler)) {
            try {
                cell.beginSample(sampler);
            } catch (Throwable notSent) {
                sampler.end(); // the next question begins another one
                throw notSent;
            }
        }
        return sample(Map.of());
    }

    /** Adds what samples the messages of an actor; returns false if another thread has done so meanwhile: the actor has one. */
    private synchronized boolean add(Cell<?> cell, MessageSampler sampler) {
        if (known(cell) != null) {
            return false;
        }
        if (sampled.size() == MOST_ACTORS) {
            sampled.removeFirst().sampler.end();
        }
        sampled.addLast(new Sampled(new WeakReference<>(cell), sampler));
        return true;
    }

    private static MessageSample sample(Map<String, Integer> counts) {
        Map<String, Integer> named = new TreeMap<>();
        counts.forEach((name, count) -> named.merge(ClassNames.shown(name), count, Integer::sum));
        List<Map.Entry<String, Integer>> mostFirst = named.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .toList();
        Map<String, Integer> shown = new LinkedHashMap<>();
        int others = 0;
        for (Map.Entry<String, Integer> type : mostFirst) {
            if (shown.size() < MOST_TYPES) {
                shown.put(type.getKey(), type.getValue());
            } else {
                others += type.getValue();
            }
        }
        return new MessageSample(shown, others);
    }
}
