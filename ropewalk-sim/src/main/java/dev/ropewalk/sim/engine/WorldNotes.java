package dev.ropewalk.sim.engine;

import dev.ropewalk.scheduler.step.Backlog;
import dev.ropewalk.scheduler.step.Notes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the code of the models has told a world: what was opened and isn't closed, which messages won't be handled, and where something waits. One
 * party of the world tells at a time.
 */
final class WorldNotes implements Notes {
    /** Enough to see whether a place was empty before. */
    private static final int ONE_OR_MORE = 2;

    private final WorldHost host;
    private final Requirements requirements;
    private final List<Opened> open = new ArrayList<>();
    private final Backlogs backlogs = new Backlogs();

    private WorldNotes(WorldHost host, Requirements requirements) {
        this.host = host;
        this.requirements = requirements;
    }

    /** Returns the notes of a world, or null if it needs none. */
    static @Nullable WorldNotes of(WorldHost host, Requirements requirements) {
        return requirements.isEmpty() ? null : new WorldNotes(host, requirements);
    }

    private String step() {
        return "step " + host.steps() + " of " + host.current();
    }

    Requirements requirements() {
        return requirements;
    }

    /**
     * What wasn't closed.
     *
     * @param stack where it was opened, from the code that asked for it on
     */
    private record Opened(Object resource, Party party, List<StackTraceElement> stack) {}

    @Override
    public void opened(Object resource) {
        if (requirements.noLeaks() && host.isCaller()) {
            StackTraceElement[] stack = new Throwable().getStackTrace();
            open.add(new Opened(resource, host.current(), outside(resource.getClass(), stack)));
        }
    }

    /** Returns the frames of users outside of the module that has opened a resource. */
    private static List<StackTraceElement> outside(Class<?> type, StackTraceElement[] stack) {
        String[] names = type.getName().split("\\.", 4);
        String own = String.join(".", Arrays.copyOf(names, Math.min(names.length, 3))) + ".";
        List<StackTraceElement> users = UserFrames.in(stack);
        List<StackTraceElement> outside = users.stream()
                .dropWhile(frame -> frame.getClassName().startsWith(own))
                .toList();
        return outside.isEmpty() ? users : outside;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // asks which one it is
    public void closed(Object resource) {
        for (int i = open.size() - 1; i >= 0; i--) {
            if (open.get(i).resource == resource) {
                open.remove(i);
                return;
            }
        }
    }

    @Override
    public void unhandled(Object message, Object recipient, Object reason) {
        if (requirements.allHandled() && host.isCaller()) {
            String type = message.getClass().getName();
            host.end(Ending.unhandled(
                    "a " + type + " to " + StableText.nameOf(recipient) + " wasn't handled, because of " + reason
                            + ", in " + step(),
                    type + " " + reason));
        }
    }

    @Override
    public void grown(Backlog backlog) {
        grown(backlog, false);
    }

    /** Notes that one more waits somewhere, sent by the clock or by the calling party. */
    void grown(Backlog backlog, boolean byClock) {
        if (!requirements.areOfBacklogs() || !(byClock || host.isCaller())) {
            return;
        }
        int most = requirements.maxWaiting();
        int bound = most == Integer.MAX_VALUE ? ONE_OR_MORE : most + 1;
        int waiting = backlogs.add(backlog, byClock ? null : host.current(), bound);
        if (waiting > most) {
            host.end(Ending.tooManyWait(
                    backlogs.describe(backlog, waiting) + (byClock ? ", after step " + host.steps() : ", in " + step()),
                    backlog.getClass().getName()));
        }
    }

    /** Tells where messages wait that nobody handles. */
    void addWaiting(Leaks left) {
        backlogs.addWaiting(left);
    }

    /** Tells what wasn't closed. */
    void addOpen(Leaks leaks) {
        for (Opened each : open) {
            leaks.add(
                    StableText.nameOf(each.resource) + ", which " + each.party + " has opened, isn't closed",
                    each.stack);
        }
    }
}
