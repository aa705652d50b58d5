package dev.ropewalk.stress;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.TestResult;

/**
 * A program that runs proofs and broken twins one after the other in its own JVM. Starting a JVM takes longer than the few rounds
 * of a quick run, and jcstress itself starts one for each test.
 *
 * <p>Arguments: a file for the results, and the names of the {@linkplain Subject subjects}. The file gets each name and what it
 * showed. The program ends early after a subject that left threads behind; the caller starts it anew for the rest.
 */
final class JcstressBatch {
    private JcstressBatch() {}

    public static void main(String[] arguments) throws IOException, ReflectiveOperationException, InterruptedException {
        List<String> names = Arrays.asList(arguments).subList(1, arguments.length);
        try (var results =
                new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(Path.of(arguments[0]))))) {
            for (String name : names) {
                var rounds = new Rounds(new Subject(name));
                long start = System.nanoTime();
                TestResult result = rounds.run();
                System.out.printf(
                        "%s: %d rounds, %d ms, %d samples%n",
                        name, rounds.done(), (System.nanoTime() - start) / 1_000_000, result.getTotalCount());
                results.writeUTF(name);
                result.write(results);
                results.flush();
                if (result.status() != Status.NORMAL) {
                    break; // an actor may still wait for another one that has failed
                }
            }
        }
        System.exit(0);
    }
}
