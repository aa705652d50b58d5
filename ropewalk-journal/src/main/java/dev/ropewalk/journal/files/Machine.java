package dev.ropewalk.journal.files;

import dev.ropewalk.scheduler.step.SimulatedFiles;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/**
 * What a journal has to know of the machine, and asks of it. Tests put their own in its place.
 *
 * @param boot the identity of the kernel's boot, {@link BootIdentity#UNKNOWN} if nothing tells it
 * @param forcer what brings segments to the disk
 */
public record Machine(UUID boot, Forcer forcer) {
    /** Returns the one that has a directory: the real one, or that of a simulation. */
    public static Machine of(Path directory) {
        return with(directory, Forcer.of(directory));
    }

    /** Returns the one that has a directory, with another forcer. */
    public static Machine with(Path directory, Forcer forcer) {
        return new Machine(bootOf(directory), forcer);
    }

    /** Returns the identity of the boot of the machine that has a directory. */
    public static UUID bootOf(Path directory) {
        SimulatedFiles simulated = SimulatedFiles.of(directory);
        return simulated == null ? KernelBoot.identity() : simulated.boot();
    }

    /** Returns what the C library can do for the files in a directory; empty for those of a simulation. */
    public static Optional<NativeCalls> callsFor(Path directory) {
        return SimulatedFiles.of(directory) == null ? NativeCalls.available() : Optional.empty();
    }
}
