package dev.ropewalk.journal.files;

import java.util.UUID;

/**
 * What a journal has to know of the machine, and asks of it. Tests put their own in its place.
 *
 * @param boot the identity of the kernel's boot, {@link BootIdentity#UNKNOWN} if nothing tells it
 * @param forcer what brings segments to the disk
 */
public record Machine(UUID boot, Forcer forcer) {
    /** Returns the real one. */
    public static Machine real() {
        return with(Forcer.ofMappings());
    }

    /** Returns the real one with another forcer. */
    public static Machine with(Forcer forcer) {
        return new Machine(KernelBoot.identity(), forcer);
    }
}
