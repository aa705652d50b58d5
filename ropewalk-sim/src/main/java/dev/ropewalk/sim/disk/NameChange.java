package dev.ropewalk.sim.disk;

import java.util.SortedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A change of a name in a directory.
 *
 * @param directory the directory
 * @param name the name
 * @param file the file that has it from then on; null if none has
 */
record NameChange(Inode directory, String name, @Nullable Inode file) {
    /** Does it in the names of a directory. */
    void make(Function<Inode, SortedMap<String, Inode>> namesOf) {
        if (file == null) {
            namesOf.apply(directory).remove(name);
        } else {
            namesOf.apply(directory).put(name, file);
        }
    }
}
