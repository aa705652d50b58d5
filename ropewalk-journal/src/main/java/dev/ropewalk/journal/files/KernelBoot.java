package dev.ropewalk.journal.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/**
 * Which boot of its kernel this process runs in, as Linux tells it in {@code boot_id}.
 *
 * <p>Some containers mount a file of their own over that, one for each container or for each of its starts. Then it isn't the
 * kernel's, and it would tell two processes with the same memory apart. So every mount on the way to the file must be one of
 * the proc file system, and lead to that very file. A mount that is hidden by a later one counts, too: it makes the boot
 * unknown, which is always safe.
 */
public final class KernelBoot {
    private static final String DIRECTORY = "/proc";
    private static final String FILE = "/sys/kernel/random/boot_id";
    private static final Path MOUNTS = Path.of("/proc/self/mountinfo");

    // The fields of a line before the separator: mount, parent, device, root within the file system, mount point,
    // options.
    private static final int ROOT_FIELD = 3;
    private static final int POINT_FIELD = 4;
    private static final String SEPARATOR = " - ";

    private KernelBoot() {}

    /** Returns its identity, {@link BootIdentity#UNKNOWN} if nothing tells it. */
    public static UUID identity() {
        try {
            // A mount point needn't be text.
            List<String> mounts = Files.readAllLines(MOUNTS, StandardCharsets.ISO_8859_1);
            return isToldByKernel(mounts)
                    ? UUID.fromString(
                            Files.readString(Path.of(DIRECTORY + FILE)).strip())
                    : BootIdentity.UNKNOWN;
        } catch (IOException | IllegalArgumentException e) {
            return BootIdentity.UNKNOWN;
        }
    }

    /** Returns whether the file is the kernel's own, by the lines of {@code mountinfo}. */
    static boolean isToldByKernel(List<String> mounts) {
        List<String> onTheWay = mounts.stream().filter(KernelBoot::isOnTheWay).toList();
        return !onTheWay.isEmpty() && onTheWay.stream().allMatch(KernelBoot::leadsToKernelsFile);
    }

    private static boolean isOnTheWay(String mount) {
        String point = field(mount, POINT_FIELD);
        return point.startsWith(DIRECTORY) && (DIRECTORY + FILE + "/").startsWith(point + "/");
    }

    private static boolean leadsToKernelsFile(String mount) {
        int separator = mount.indexOf(SEPARATOR);
        String type = separator < 0 ? "" : field(mount.substring(separator + SEPARATOR.length()), 0);
        String root = field(mount, ROOT_FIELD);
        String below = (DIRECTORY + FILE).substring(field(mount, POINT_FIELD).length());
        return type.equals("proc") && ((root.equals("/") ? "" : root) + below).equals(FILE);
    }

    private static String field(String line, int number) {
        String[] fields = line.split(" ", number + 2);
        return number < fields.length ? fields[number] : "";
    }
}
