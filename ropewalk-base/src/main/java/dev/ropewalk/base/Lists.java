package dev.ropewalk.base;

import java.util.ArrayList;
import java.util.List;

/** Lists that don't change. */
public final class Lists {
    private Lists() {}

    /** Returns an unmodifiable list with one element more, at its end. */
    public static <T> List<T> with(List<? extends T> list, T added) {
        var longer = new ArrayList<T>(list.size() + 1);
        longer.addAll(list);
        longer.add(added);
        return List.copyOf(longer);
    }
}
