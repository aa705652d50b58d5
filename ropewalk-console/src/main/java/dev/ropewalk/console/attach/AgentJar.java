package dev.ropewalk.console.attach;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * The jar of the agent, which is one class. A JVM that has loaded it keeps its path on the class path for ever, and may open it at any
 * time. So it lies where its user alone can write, under a name that tells its content, and is never deleted: in {@code .cache/ropewalk} of the
 * user's home.
 */
final class AgentJar {
    private static final FileTime SAME_TIME = FileTime.fromMillis(0);
    private static final int NAME_LENGTH = 16;

    private AgentJar() {}

    /** Returns where the jar is, after making it if it isn't there yet. */
    static Path place() throws IOException {
        byte[] jar = make();
        Path folder = Path.of(System.getProperty("user.home"), ".cache", "ropewalk");
        try {
            Files.createDirectories(folder);
            if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
                Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
            }
            Path file = folder.resolve("agent-" + hash(jar) + ".jar");
            if (!Files.exists(file) || !Arrays.equals(Files.readAllBytes(file), jar)) {
                Path written = Files.write(Files.createTempFile(folder, "agent", ".tmp"), jar);
                Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
            }
            return file;
        } catch (IOException e) {
            throw new IOException(
                    "the agent can't be put into " + folder + ", which only its user may write to: " + e, e);
        }
    }

    private static byte[] make() throws IOException {
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(new Attributes.Name("Agent-Class"), AttachAgent.class.getName());
        String name = AttachAgent.class.getName().replace('.', '/') + ".class";
        var bytes = new ByteArrayOutputStream();
        try (InputStream in = Objects.requireNonNull(AgentJar.class.getResourceAsStream("/" + name), name);
                var jar = new JarOutputStream(bytes)) {
            JarEntry first = new JarEntry("META-INF/MANIFEST.MF");
            first.setLastModifiedTime(SAME_TIME);
            jar.putNextEntry(first);
            manifest.write(jar);
            jar.closeEntry();
            JarEntry type = new JarEntry(name);
            type.setLastModifiedTime(SAME_TIME);
            jar.putNextEntry(type);
            in.transferTo(jar);
            jar.closeEntry();
        }
        return bytes.toByteArray();
    }

    private static String hash(byte[] bytes) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes))
                    .substring(0, NAME_LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each JDK has SHA-256", e);
        }
    }
}
