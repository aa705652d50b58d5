package dev.ropewalk.console.attach;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.net.InetSocketAddress;
import java.net.MalformedURLException;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is loaded into the other JVM: it opens a console there, with the console's jars above the loader of the program's Ropewalk, and leaves
 * the address, or why there is none, in a file. This class stands alone, since nothing else of the console is on that JVM's class path.
 *
 * <p>The first attachment opens the console, which stays open as long as the program runs; later ones only ask for another address.
 */
public final class AttachAgent {
    private static final String[] MODULES = {
        "base", "scheduler", "actor", "channel", "pipeline", "limit", "task", "graph", "journal"
    };

    private static final int ANSWER_MILLIS = 2000;

    private static @Nullable Object console;
    private static @Nullable ClassLoader programOfConsole;

    private AttachAgent() {}

    /**
     * Called by the JVM.
     *
     * @param arguments the file for the answer and the console's jars, separated as in class paths
     */
    public static synchronized void agentmain(String arguments, Instrumentation instrumentation) throws Exception {
        String[] parts = arguments.split(File.pathSeparator, -1);
        String answer;
        try {
            ClassLoader program = loaderOfRopewalk(instrumentation);
            Object open = console;
            if (open == null || !program.equals(programOfConsole) || !answers(open)) {
                close(open);
                open = open(parts, program);
                console = open;
                programOfConsole = program;
            }
            answer = "address " + open.getClass().getMethod("address").invoke(open);
        } catch (InvocationTargetException e) {
            answer =
                    "refused " + (e.getCause() instanceof NoClassDefFoundError missing ? lacks(missing) : e.getCause());
        } catch (ReflectiveOperationException | LinkageError | IllegalStateException e) {
            answer = "refused " + e.getMessage();
        }
        Files.writeString(Path.of(parts[0]), answer);
    }

    /** Returns whether an open console still takes requests: its server's thread may have ended by a lack of memory. */
    private static boolean answers(Object open) throws ReflectiveOperationException {
        URI address = (URI) open.getClass().getMethod("address").invoke(open);
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address.getHost(), address.getPort()), ANSWER_MILLIS);
            socket.setSoTimeout(ANSWER_MILLIS);
            socket.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            return socket.getInputStream().read() >= 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static void close(@Nullable Object open) throws ReflectiveOperationException {
        if (open != null) {
            open.getClass().getMethod("close").invoke(open);
        }
    }

    private static Object open(String[] parts, ClassLoader program)
            throws ReflectiveOperationException, MalformedURLException {
        List<URL> jars = new ArrayList<>();
        for (int i = 1; i < parts.length; i++) {
            jars.add(Path.of(parts[i]).toUri().toURL());
        }
        // Never closed: the console loads classes as long as it is open.
        var loader = new URLClassLoader("ropewalk-console", jars.toArray(new URL[0]), program);
        try {
            Class<?> type = Class.forName("dev.ropewalk.console.Console", true, loader);
            return type.getMethod("open").invoke(null);
        } catch (NoClassDefFoundError e) {
            throw new IllegalStateException(lacks(e), e);
        }
    }

    private static String lacks(NoClassDefFoundError missing) {
        return "this JVM lacks " + missing.getMessage()
                + ", which the console needs; it takes the modules java.management and jdk.httpserver";
    }

    private static ClassLoader loaderOfRopewalk(Instrumentation instrumentation) {
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            ClassLoader loader = loaded.getClassLoader();
            if (loader != null && isRopewalk(loaded.getName())) {
                return loader;
            }
        }
        throw new IllegalStateException(
                "no class of Ropewalk is loaded in this JVM: nothing is there that could be shown");
    }

    private static boolean isRopewalk(String name) {
        for (String module : MODULES) {
            if (name.startsWith("dev.ropewalk." + module + ".")) {
                return true;
            }
        }
        return false;
    }
}
