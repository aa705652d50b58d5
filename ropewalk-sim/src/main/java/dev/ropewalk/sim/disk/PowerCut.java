package dev.ropewalk.sim.disk;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.Steps;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a disk has when the power is cut: all that was forced, and of the rest what the faults of the run leave. The machine that
 * starts with it has another boot.
 */
public final class PowerCut {
    private static final int SECTORS = Inode.PAGE_BYTES / Inode.SECTOR_BYTES;

    private final DiskFiles from;
    private final DiskFiles image;
    private final boolean keepsMemory;
    private final Map<Inode, Inode> copies = new HashMap<>();

    private PowerCut(DiskFiles from, int boot, boolean keepsMemory) {
        this.from = from;
        this.image = new DiskFiles(boot, from.inodes());
        this.keepsMemory = keepsMemory;
    }

    /** Returns the disk as it is if the power is cut at this moment. */
    public static DiskFiles of(DiskFiles disk) {
        var cut = new PowerCut(disk, disk.bootNumber() + 1, false);
        return cut.make();
    }

    /** Returns the disk as it is if the process is killed at this moment: the machine goes on, with all in its memory. */
    public static DiskFiles ofProcess(DiskFiles disk) {
        var kill = new PowerCut(disk, disk.bootNumber(), true);
        return kill.make();
    }

    private DiskFiles make() {
        Map<Inode, SortedMap<String, Inode>> names = new HashMap<>();
        for (List<NameChange> changes : from.pending) {
            // A name is lost with all that were changed with it.
            if (keepsMemory
                    || !Steps.isStruck(FaultKind.LOST_PAGE, changes.getLast().directory() + " names")) {
                changes.forEach(change -> change.make(
                        directory -> names.computeIfAbsent(directory, key -> new TreeMap<>(key.forcedNames))));
            }
        }
        copies.put(from.root, image.root);
        fill(from.root, image.root, names);
        image.setCapacity(from.capacity());
        return image;
    }

    private void fill(Inode directory, Inode copy, Map<Inode, SortedMap<String, Inode>> names) {
        SortedMap<String, Inode> left =
                keepsMemory ? directory.names() : names.getOrDefault(directory, directory.forcedNames);
        left.forEach((name, file) -> {
            Inode known = copies.get(file);
            if (known == null) {
                known = copy(file);
                copies.put(file, known);
                if (file.isDirectory()) {
                    fill(file, known, names);
                }
            }
            copy.names().put(name, known);
            copy.forcedNames.put(name, known);
        });
    }

    private Inode copy(Inode file) {
        var copy = new Inode(file.number, file.isDirectory(), file.toString(), file.made());
        if (!file.isDirectory()) {
            int size = isLost(file, " length", file.size() != file.forcedSize()) ? file.forcedSize() : file.size();
            byte[] content = new byte[Math.ceilDiv(size, Inode.PAGE_BYTES) * Inode.PAGE_BYTES];
            for (int page = 0; page < content.length / Inode.PAGE_BYTES; page++) {
                System.arraycopy(left(file, page), 0, content, page * Inode.PAGE_BYTES, Inode.PAGE_BYTES);
            }
            copy.restore(content, size);
        }
        return copy;
    }

    private boolean isLost(Inode file, String what, boolean differs) {
        return differs && !keepsMemory && Steps.isStruck(FaultKind.LOST_PAGE, file + what);
    }

    private byte[] left(Inode file, int page) {
        byte[] memory = file.page(page);
        byte[] forced = file.forcedPage(page);
        String place = file + " page " + page;
        boolean differs = !Arrays.equals(memory, forced);
        byte[] left = memory;
        if (isLost(file, " page " + page, differs)) {
            left = forced;
        } else if (differs && !keepsMemory && Steps.isStruck(FaultKind.TORN_WRITE, place)) {
            left = torn(memory, forced);
        }
        if (!keepsMemory && Steps.isStruck(FaultKind.BIT_FLIP, place)) {
            int bit = draw(Inode.PAGE_BYTES * Byte.SIZE);
            left[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
        }
        return left;
    }

    /** Returns a page of which some sectors are new: none of the mixtures is likelier than another. */
    private static byte[] torn(byte[] memory, byte[] forced) {
        byte[] torn = memory.clone();
        int old = draw(1 << SECTORS);
        for (int sector = 0; sector < SECTORS; sector++) {
            if ((old >> sector & 1) != 0) {
                int at = sector * Inode.SECTOR_BYTES;
                System.arraycopy(forced, at, torn, at, Inode.SECTOR_BYTES);
            }
        }
        return torn;
    }

    private static int draw(int bound) {
        Scheduler scheduler = Steps.simulatedScheduler();
        return Objects.requireNonNull(scheduler, "only a thread of the simulation cuts the power")
                .random()
                .nextInt(bound);
    }
}
