package dev.ropewalk.sim.engine;

import dev.ropewalk.scheduler.step.Notes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What the code of the models has told a world: what was opened and isn't closed. One party of the world tells at a time. */
final class WorldNotes implements Notes {
    private final WorldHost host;
    private final List<Opened> open = new ArrayList<>();

    WorldNotes(WorldHost host) {
        this.host = host;
    }

    /**
     * What wasn't closed.
     *
     * @param stack where it was opened, from the code that asked for it on
     */
    private record Opened(Object resource, Party party, List<StackTraceElement> stack) {}

    @Override
    public void opened(Object resource) {
        if (host.isCaller()) {
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

    /** Tells what wasn't closed. */
    void addOpen(Leaks leaks) {
        for (Opened each : open) {
            leaks.add(
                    StableText.nameOf(each.resource) + ", which " + each.party + " has opened, isn't closed",
                    each.stack);
        }
    }
}
