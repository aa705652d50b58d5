package dev.ropewalk.lab.cpu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** Lays out the files by which Linux describes another machine. */
final class MachineTree {
    /** Where trees of several kinds of machine were recorded. */
    private static final Path RECORDED = Path.of("..", "ropewalk-cpu/src/test/resources/dev/ropewalk/cpu");

    private static final String CPUS = "sys/devices/system/cpu/";

    private final Path root;

    MachineTree(Path root) {
        this.root = root;
    }

    /** Lays out a recorded {@code /sys}: lines of a path, a colon, and the file's content. */
    static MachineTree recorded(String name, Path root) throws IOException {
        var tree = new MachineTree(root);
        for (String line : Files.readAllLines(RECORDED.resolve(name + ".txt"))) {
            if (!line.startsWith("#")) {
                int colon = line.indexOf(':');
                tree.file("sys/" + line.substring(0, colon), line.substring(colon + 1));
            }
        }
        return tree;
    }

    /** Writes a file as the kernel does, with a newline at the end. */
    MachineTree file(String path, String content) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, content + "\n");
        return this;
    }

    /** Writes a file in the folder of all CPUs. */
    MachineTree cpuFile(String path, String content) throws IOException {
        return file(CPUS + path, content);
    }

    /** Says which CPUs the process may use. */
    MachineTree allowed(String list) throws IOException {
        return file("proc/self/status", "Name:\tjava\nCpus_allowed_list:\t" + list);
    }

    MachineFiles files() {
        return new MachineFiles(root);
    }
}
