package dev.ropewalk.console.view;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import dev.ropewalk.console.web.Content.Document;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Dumps the threads, as well as the JVM can: as JSON with virtual threads; as text, if a thread has a name that its writer of JSON fails at; and
 * without virtual threads where the module {@code jdk.management} is missing.
 */
final class ThreadDump {
    private static final String TEXT = "text/plain; charset=utf-8";

    private ThreadDump() {}

    static Document take() throws IOException {
        try {
            return new Document("application/json", "threads.json", dumped(true));
        } catch (NoClassDefFoundError missing) {
            return new Document(TEXT, "threads.txt", platformThreads());
        } catch (RuntimeException badName) {
            return new Document(TEXT, "threads.txt", dumped(false));
        }
    }

    private static InputStream dumped(boolean asJson) throws IOException {
        Path folder = Files.createTempDirectory("ropewalk-console");
        Path file = folder.resolve("threads");
        try {
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(file.toString(), asJson ? ThreadDumpFormat.JSON : ThreadDumpFormat.TEXT_PLAIN);
            Path alone = Files.createTempFile("ropewalk-console", ".threads");
            Files.move(file, alone, StandardCopyOption.REPLACE_EXISTING);
            return Files.newInputStream(alone, StandardOpenOption.DELETE_ON_CLOSE);
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(folder);
        }
    }

    private static InputStream platformThreads() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        var text = new StringBuilder("Platform threads alone: the module jdk.management is missing here.\n\n");
        for (ThreadInfo info : threads.dumpAllThreads(false, false)) {
            text.append(info);
        }
        return new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8));
    }
}
