package dev.ropewalk.sim.disk;

import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What {@link Files} asks of a simulated disk. Each change of names is a step. */
final class DiskProvider extends FileSystemProvider {
    static final String SCHEME = "simulated-disk";

    @Override
    public String getScheme() {
        return SCHEME;
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
        throw noSuch();
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        throw noSuch();
    }

    @Override
    public Path getPath(URI uri) {
        throw noSuch();
    }

    private static UnsupportedOperationException noSuch() {
        return new UnsupportedOperationException("a simulated disk is had from its simulation, not by its name");
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        return newFileChannel(path, options, attributes);
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        DiskPath own = DiskPath.of(path);
        DiskFiles files = own.files();
        boolean appends = options.contains(StandardOpenOption.APPEND);
        boolean writes = appends || options.contains(StandardOpenOption.WRITE);
        boolean reads = !writes || options.contains(StandardOpenOption.READ);
        Inode file = files.find(own);
        if (file != null && writes && options.contains(StandardOpenOption.CREATE_NEW)) {
            throw new FileAlreadyExistsException(path.toString());
        }
        if (file == null) {
            boolean makes = writes
                    && (options.contains(StandardOpenOption.CREATE) || options.contains(StandardOpenOption.CREATE_NEW));
            file = makes ? files.make(own, false) : files.inode(own);
        }
        if (file.isDirectory() && writes) {
            throw new FileSystemException(path.toString(), null, "Is a directory");
        }
        if (writes && options.contains(StandardOpenOption.TRUNCATE_EXISTING)) {
            file.resize(0);
        }
        return new DiskChannel(files, file, reads, writes, appends);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path directory, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        DiskPath own = DiskPath.of(directory);
        Inode inode = own.files().inode(own);
        if (!inode.isDirectory()) {
            throw new NotDirectoryException(directory.toString());
        }
        List<Path> found = new ArrayList<>();
        for (String name : inode.names().keySet()) {
            Path path = directory.resolve(name);
            if (filter.accept(path)) {
                found.add(path);
            }
        }
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                return found.iterator();
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public void createDirectory(Path directory, FileAttribute<?>... attributes) throws IOException {
        DiskPath own = DiskPath.of(directory);
        own.files().make(own, true);
    }

    @Override
    public void createLink(Path link, Path existing) throws IOException {
        DiskPath own = DiskPath.of(link);
        Steps.before(StepKind.ACCESS, own.files());
        Inode file = own.files().inode(DiskPath.of(existing));
        Inode parent = own.files().parent(own);
        if (parent.names().containsKey(own.names().getLast())) {
            throw new FileAlreadyExistsException(link.toString());
        }
        file.rename(own.toString());
        own.files().change(List.of(new NameChange(parent, own.names().getLast(), file)));
    }

    @Override
    public void delete(Path path) throws IOException {
        DiskPath own = DiskPath.of(path);
        Steps.before(StepKind.ACCESS, own.files());
        Inode file = own.files().inode(own);
        if (file.isDirectory() && !file.names().isEmpty()) {
            throw new DirectoryNotEmptyException(path.toString());
        }
        own.files()
                .change(List.of(
                        new NameChange(own.files().parent(own), own.names().getLast(), null)));
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) throws IOException {
        if (!List.of(options).contains(StandardCopyOption.REPLACE_EXISTING) && Files.exists(target)) {
            throw new FileAlreadyExistsException(target.toString());
        }
        Files.write(target, Files.readAllBytes(source));
    }

    @Override
    public void move(Path source, Path target, CopyOption... options) throws IOException {
        DiskPath from = DiskPath.of(source);
        DiskPath to = DiskPath.of(target);
        Steps.before(StepKind.ACCESS, from.files());
        Inode file = from.files().inode(from);
        Inode replaced = to.files().find(to);
        List<CopyOption> how = List.of(options);
        boolean mayReplace =
                how.contains(StandardCopyOption.REPLACE_EXISTING) || how.contains(StandardCopyOption.ATOMIC_MOVE);
        if (replaced != null && !mayReplace) {
            throw new FileAlreadyExistsException(target.toString());
        }
        file.rename(to.toString());
        from.files()
                .change(List.of(
                        new NameChange(from.files().parent(from), from.names().getLast(), null),
                        new NameChange(to.files().parent(to), to.names().getLast(), file)));
    }

    @Override
    public boolean isSameFile(Path one, Path other) throws IOException {
        DiskPath own = DiskPath.of(one);
        return other instanceof DiskPath path
                && own.files().inode(own).equals(path.files().inode(path));
    }

    @Override
    public boolean isHidden(Path path) {
        return String.valueOf(path.getFileName()).startsWith(".");
    }

    @Override
    public FileStore getFileStore(Path path) {
        return new DiskStore(DiskPath.of(path).files());
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        DiskPath own = DiskPath.of(path);
        own.files().inode(own);
    }

    @Override
    public <V extends FileAttributeView> @Nullable V getFileAttributeView(
            Path path, Class<V> type, LinkOption... options) {
        return type.equals(BasicFileAttributeView.class) ? type.cast(new View(DiskPath.of(path))) : null;
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        DiskPath own = DiskPath.of(path);
        if (!type.isAssignableFrom(DiskAttributes.class)) {
            throw new UnsupportedOperationException("a simulated disk knows no " + type.getName());
        }
        return type.cast(new DiskAttributes(own.files().inode(own)));
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) throws IOException {
        DiskPath own = DiskPath.of(path);
        Inode inode = own.files().inode(own);
        if (!attributes.startsWith("unix:")) {
            throw new UnsupportedOperationException("a simulated disk knows no " + attributes);
        }
        Map<String, Object> values = new HashMap<>();
        for (String name : attributes.substring("unix:".length()).split(",", -1)) {
            switch (name) {
                case "dev" -> values.put(name, 1L);
                case "ino" -> values.put(name, inode.number);
                default -> throw new UnsupportedOperationException("a simulated disk knows no " + attributes);
            }
        }
        return values;
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) {
        throw new UnsupportedOperationException("a simulated disk has no attribute " + attribute + " to set");
    }

    /** What is known of a file, as a view. */
    private record View(DiskPath path) implements BasicFileAttributeView {
        @Override
        public String name() {
            return "basic";
        }

        @Override
        public BasicFileAttributes readAttributes() throws IOException {
            return new DiskAttributes(path.files().inode(path));
        }

        @Override
        public void setTimes(@Nullable FileTime modified, @Nullable FileTime accessed, @Nullable FileTime created) {}
    }
}
