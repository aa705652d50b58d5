package dev.ropewalk.sim;

import dev.ropewalk.sim.disk.DiskFiles;
import dev.ropewalk.sim.disk.PowerCut;
import java.nio.file.FileSystem;
import java.nio.file.Path;

/**
 * The disk of a simulated machine. Its {@linkplain #path paths} are those of a file system of the JDK, so that code with files, a
 * journal for instance, uses it unchanged: {@link java.nio.file.Files}, channels, and memory segments that are mapped.
 *
 * <p>Code that was told that something is forced may rely on it after {@link #afterPowerCut}. Of the rest, any page may be lost
 * or torn, if the options ask for {@link Fault#LOST_PAGE} and {@link Fault#TORN_WRITE}; without faults all is there. {@link
 * Fault#FULL_DISK}, {@link Fault#FAILED_FORCE} and {@link Fault#BIT_FLIP} are its other faults. Their place is the path of the file,
 * followed by the page: {@code /orders/0000000000.seg page 2}.
 *
 * {@snippet class="dev.ropewalk.sim.snippets.DiskSnippets" region="power" :
 * SimulatedDisk disk = simulation.disk();
 * SimulatedDisk[] left = {disk};
 * simulation.start("power", () -> left[0] = disk.afterPowerCut());
 * Files.writeString(disk.path("/note"), "paid");
 * simulation.run();
 * Path note = left[0].path("/note");
 * check(!Files.exists(note) || Files.readString(note).length() <= 4);
 * }
 *
 * <p>Mapped memory is forced through the library, as its journal does; {@link java.lang.foreign.MemorySegment#force} knows
 * real mappings only. To be used by the threads of its simulation. The idea is that of ALICE (Pillai et al.: All File Systems
 * Are Not Created Equal, OSDI 2014).
 */
public final class SimulatedDisk {
    private final DiskFiles files;

    SimulatedDisk(DiskFiles files) {
        this.files = files;
    }

    /** Returns a path on this disk, where names are between slashes. */
    public Path path(String path) {
        return files.getPath(path);
    }

    /** Returns the file system whose paths these are. */
    public FileSystem fileSystem() {
        return files;
    }

    /**
     * Sets how many bytes the disk takes; a write beyond finds it full. All that memory has room for by default.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public void setCapacity(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("a disk takes at least 0 bytes, not " + bytes);
        }
        files.setCapacity(bytes);
    }

    /**
     * Returns the disk that there would be if the power were cut at this moment and the machine started again. This one stays as
     * it is: the threads that use it go on, and nothing that they do from now on is on the other.
     */
    public SimulatedDisk afterPowerCut() {
        return new SimulatedDisk(PowerCut.of(files));
    }

    /**
     * Returns the disk that there would be if the process were killed at this moment and another one came: the machine has kept all
     * that was written, forced or not, and has given its locks back.
     */
    public SimulatedDisk afterKill() {
        return new SimulatedDisk(PowerCut.ofProcess(files));
    }
}
