import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Finishes the folder of a release that Maven has filled: without the jars that only Ropewalk's own tests share, the same bytes whenever it is
 * made, and with checksums. Usage: {@code java ReleaseFolder.java DIR TIME}, the time as {@code yyyyMMddHHmmss}.
 */
class ReleaseFolder {
    private static final Map<String, String> CHECKSUMS =
            Map.of(".md5", "MD5", ".sha1", "SHA-1", ".sha256", "SHA-256", ".sha512", "SHA-512");

    public static void main(String[] args) throws IOException, NoSuchAlgorithmException {
        Path folder = Path.of(args[0]);
        for (Path file : files(folder)) {
            if (name(file).contains("-tests.jar") || isChecksum(file)) {
                Files.delete(file);
            } else if (name(file).equals("maven-metadata.xml")) {
                setTime(file, args[1]);
            }
        }
        for (Path file : files(folder)) {
            if (!name(file).endsWith(".asc")) {
                writeChecksums(file);
            }
        }
    }

    /** Maven writes down when it changed the list of versions. That is all that differs between two builds. */
    private static void setTime(Path metadata, String time) throws IOException {
        String text = Files.readString(metadata);
        Files.writeString(metadata, text.replaceAll("<lastUpdated>\\d+<", "<lastUpdated>" + time + "<"));
    }

    private static void writeChecksums(Path file) throws IOException, NoSuchAlgorithmException {
        byte[] bytes = Files.readAllBytes(file);
        for (Map.Entry<String, String> checksum : CHECKSUMS.entrySet()) {
            byte[] digest = MessageDigest.getInstance(checksum.getValue()).digest(bytes);
            Files.writeString(file.resolveSibling(name(file) + checksum.getKey()), HexFormat.of().formatHex(digest));
        }
    }

    private static boolean isChecksum(Path file) {
        return CHECKSUMS.keySet().stream().anyMatch(name(file)::endsWith);
    }

    private static String name(Path file) {
        return file.getFileName().toString();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }
}
