package dev.ropewalk.cpu;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** Lays out a recorded sysfs tree in a folder. */
public final class SysfsTree {
    private final Path root;

    public SysfsTree(Path root) {
        this.root = root;
    }

    /** Lays out a tree that was recorded in a resource: lines of a path below /sys, a colon, and the file's content. */
    static SysfsTree recorded(String name, Path root) {
        var resource = Objects.requireNonNull(SysfsTree.class.getResource(name + ".txt"), name);
        var tree = new SysfsTree(root);
        try (var stream = resource.openStream()) {
            List<String> lines = new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            for (String line : lines) {
                if (!line.startsWith("#")) {
                    int colon = line.indexOf(':');
                    tree.file(line.substring(0, colon), line.substring(colon + 1));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return tree;
    }

    /** Writes a file as the kernel does, with a newline at the end. */
    public SysfsTree file(String path, String content) {
        Path file = root.resolve(path);
        try {
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Files.writeString(file, content + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    SysfsTree cpuFile(String path, String content) {
        return file("devices/system/cpu/" + path, content);
    }

    public File root() {
        return root.toFile();
    }

    CpuTopology topology(String allowed) {
        return CpuTopology.read(root.toFile(), CpuSet.parse(allowed));
    }
}
