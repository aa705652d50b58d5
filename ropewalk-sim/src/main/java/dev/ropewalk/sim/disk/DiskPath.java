package dev.ropewalk.sim.disk;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.ProviderMismatchException;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A path on a simulated disk: names between slashes. */
final class DiskPath implements Path {
    private final DiskFiles files;
    private final boolean isAbsolute;
    private final List<String> names;

    private DiskPath(DiskFiles files, boolean isAbsolute, List<String> names) {
        this.files = files;
        this.isAbsolute = isAbsolute;
        this.names = names;
    }

    static DiskPath of(DiskFiles files, String text) {
        List<String> names = new ArrayList<>();
        for (String name : text.split("/", -1)) {
            if (!name.isEmpty()) {
                names.add(name);
            }
        }
        return new DiskPath(files, text.startsWith("/"), List.copyOf(names));
    }

    static DiskPath of(Path path) {
        if (path instanceof DiskPath own) {
            return own;
        }
        throw new ProviderMismatchException(path + " is no path of a simulated disk");
    }

    DiskFiles files() {
        return files;
    }

    /** Returns the names from the root on. */
    List<String> names() {
        return ((DiskPath) toAbsolutePath().normalize()).names;
    }

    private DiskPath with(boolean absolute, List<String> others) {
        return new DiskPath(files, absolute, List.copyOf(others));
    }

    @Override
    public FileSystem getFileSystem() {
        return files;
    }

    @Override
    public boolean isAbsolute() {
        return isAbsolute;
    }

    @Override
    public @Nullable Path getRoot() {
        return isAbsolute ? with(true, List.of()) : null;
    }

    @Override
    public @Nullable Path getFileName() {
        return names.isEmpty() ? null : with(false, List.of(names.getLast()));
    }

    @Override
    public @Nullable Path getParent() {
        if (names.isEmpty() || (!isAbsolute && names.size() == 1)) {
            return null;
        }
        return with(isAbsolute, names.subList(0, names.size() - 1));
    }

    @Override
    public int getNameCount() {
        return names.size();
    }

    @Override
    public Path getName(int index) {
        return subpath(index, index + 1);
    }

    @Override
    public Path subpath(int from, int to) {
        if (from < 0 || to > names.size() || from >= to) {
            throw new IllegalArgumentException(
                    this + " has " + names.size() + " names, and none from " + from + " to " + to);
        }
        return with(false, names.subList(from, to));
    }

    @Override
    public boolean startsWith(Path other) {
        return other instanceof DiskPath own
                && own.isAbsolute == isAbsolute
                && own.names.size() <= names.size()
                && names.subList(0, own.names.size()).equals(own.names);
    }

    @Override
    public boolean endsWith(Path other) {
        if (!(other instanceof DiskPath own)) {
            return false;
        }
        int from = names.size() - own.names.size();
        return from >= 0
                && (own.isAbsolute ? isAbsolute && from == 0 : true)
                && names.subList(from, names.size()).equals(own.names);
    }

    @Override
    public Path normalize() {
        List<String> left = new ArrayList<>();
        for (String name : names) {
            if (name.equals("..") && !left.isEmpty() && !left.getLast().equals("..")) {
                left.removeLast();
            } else if (!name.equals(".") && !(name.equals("..") && isAbsolute)) {
                left.add(name);
            }
        }
        return with(isAbsolute, left);
    }

    @Override
    public Path resolve(Path other) {
        DiskPath own = of(other);
        if (own.isAbsolute) {
            return own;
        }
        List<String> all = new ArrayList<>(names);
        all.addAll(own.names);
        return with(isAbsolute, all);
    }

    @Override
    public Path relativize(Path other) {
        DiskPath own = of(other);
        if (own.isAbsolute != isAbsolute) {
            throw new IllegalArgumentException("one of " + this + " and " + other + " is absolute, the other isn't");
        }
        int shared = 0;
        while (shared < Math.min(names.size(), own.names.size())
                && names.get(shared).equals(own.names.get(shared))) {
            shared++;
        }
        List<String> way = new ArrayList<>();
        for (int up = shared; up < names.size(); up++) {
            way.add("..");
        }
        way.addAll(own.names.subList(shared, own.names.size()));
        return with(false, way);
    }

    @Override
    public URI toUri() {
        return URI.create(DiskProvider.SCHEME + ":" + toAbsolutePath());
    }

    @Override
    public Path toAbsolutePath() {
        return isAbsolute ? this : with(true, names);
    }

    @Override
    public Path toRealPath(LinkOption... options) throws IOException {
        files.inode(this);
        return toAbsolutePath().normalize();
    }

    @Override
    public WatchKey register(WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
        throw new UnsupportedOperationException("a simulated disk can't be watched");
    }

    @Override
    public int compareTo(Path other) {
        return toString().compareTo(of(other).toString());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DiskPath own
                && own.files.equals(files)
                && own.isAbsolute == isAbsolute
                && own.names.equals(names);
    }

    @Override
    public int hashCode() {
        return names.hashCode();
    }

    @Override
    public String toString() {
        return (isAbsolute ? "/" : "") + String.join("/", names);
    }
}
