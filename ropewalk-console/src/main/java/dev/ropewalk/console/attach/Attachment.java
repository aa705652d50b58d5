package dev.ropewalk.console.attach;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.ropewalk.console.Console;
import dev.ropewalk.observe.HealthReport;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Opens a console in a JVM that wasn't prepared for it, by the attach API. */
public final class Attachment {
    /** The classes whose jars make up the console. */
    private static final List<Class<?>> CONSOLE =
            List.of(Console.class, HealthReport.class, ObjectMapper.class, JsonFactory.class, JsonCreator.class);

    private Attachment() {}

    /**
     * Opens a console in another JVM of the same user, or asks the one that was opened so before, and returns its address.
     *
     * @param pid the number of its process
     * @throws IOException if that can't be, with the reason and what allows it
     */
    public static URI open(String pid) throws IOException {
        if (!pid.matches("[1-9]\\d{0,9}")) {
            throw new IOException("the number of a process is wanted, not '" + pid + "'; 'jps -l' lists JVMs");
        }
        if (ProcessHandle.of(Long.parseLong(pid)).isEmpty()) {
            throw new IOException("there is no process " + pid + "; 'jps -l' lists JVMs");
        }
        if (pid.equals(String.valueOf(ProcessHandle.current().pid()))) {
            throw new IOException("process " + pid + " is this one");
        }
        Path folder = Files.createTempDirectory("ropewalk-attach");
        try {
            Path jar = AgentJar.place();
            Path answer = folder.resolve("answer");
            load(pid, jar, answer + File.pathSeparator + consoleJars());
            return address(pid, Files.exists(answer) ? Files.readString(answer) : "");
        } finally {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        }
    }

    private static void load(String pid, Path jar, String arguments) throws IOException {
        VirtualMachine machine;
        try {
            machine = VirtualMachine.attach(pid);
        } catch (AttachNotSupportedException e) {
            throw new IOException(
                    "process " + pid
                            + " can't be attached to: it isn't a JVM, or runs with -XX:+DisableAttachMechanism",
                    e);
        } catch (IOException e) {
            throw new IOException(
                    "process " + pid
                            + " can't be attached to: it must be a JVM of the same user, in the same container; "
                            + e.getMessage(),
                    e);
        }
        try {
            machine.loadAgent(jar.toString(), arguments);
        } catch (AgentLoadException e) {
            throw new IOException(
                    "process " + pid + " loads no agent: " + e.getMessage()
                            + ". JVMs load them unless they run with -XX:-EnableDynamicAgentLoading; with"
                            + " -XX:+EnableDynamicAgentLoading they don't even warn",
                    e);
        } catch (AgentInitializationException e) {
            throw new IOException(
                    "process " + pid + " couldn't run the agent, code " + e.returnValue()
                            + ": its own error output says why",
                    e);
        } finally {
            machine.detach();
        }
    }

    private static URI address(String pid, String answer) throws IOException {
        if (!answer.startsWith("address ")) {
            throw new IOException("process " + pid + " opens no console: "
                    + (answer.isEmpty() ? "it gave no answer" : answer.substring("refused ".length())));
        }
        return URI.create(answer.substring("address ".length()));
    }

    private static String consoleJars() {
        return String.join(
                File.pathSeparator,
                CONSOLE.stream().map(Attachment::placeOf).distinct().toList());
    }

    private static String placeOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("where " + type + " comes from can't be read", e);
        }
    }
}
