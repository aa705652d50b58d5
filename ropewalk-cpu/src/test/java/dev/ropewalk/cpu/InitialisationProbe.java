package dev.ropewalk.cpu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Runs the static initialiser of every class of this library, and prints how many there are. */
public final class InitialisationProbe {
    private InitialisationProbe() {}

    public static void main(String[] arguments) throws IOException, ClassNotFoundException {
        List<String> classes = classes();
        for (String name : classes) {
            Class.forName(name, true, InitialisationProbe.class.getClassLoader());
        }
        System.out.println("initialised=" + classes.size());
    }

    static List<String> classes() throws IOException {
        try (Stream<Path> files = Files.walk(ProbeJvm.CLASSES)) {
            return files.map(file -> ProbeJvm.CLASSES.relativize(file).toString())
                    .filter(file -> file.endsWith(".class") && !file.endsWith("-info.class"))
                    .map(file -> file.replace(".class", "").replace('/', '.').replace('\\', '.'))
                    .toList();
        }
    }
}
