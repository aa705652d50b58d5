package dev.ropewalk.stress;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.infra.TestInfo;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.runners.ForkedTestConfig;
import org.openjdk.jcstress.infra.runners.Runner;
import org.openjdk.jcstress.infra.runners.TestConfig;
import org.openjdk.jcstress.infra.runners.TestList;
import org.openjdk.jcstress.os.AffinityMode;
import org.openjdk.jcstress.os.NodeType;
import org.openjdk.jcstress.os.SchedulingClass;
import org.openjdk.jcstress.vm.CompileMode;

/**
 * A program that runs jcstress tests one after the other in its own JVM. Starting a JVM takes longer than the few iterations
 * of a quick run, and jcstress itself starts one for each test.
 *
 * <p>Arguments: a file for the results, {@code whole} or {@code broken}, and the options of jcstress. With {@code broken} the tests
 * run on {@link BrokenCode}. The file gets the name of each test and what it showed. The program ends early after a test that left
 * threads behind; the caller starts it anew for the rest.
 */
final class JcstressBatch {
    private JcstressBatch() {}

    public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
        boolean broken = arguments[1].equals("broken");
        Options options = options(Arrays.asList(arguments).subList(2, arguments.length));
        try (var results =
                new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(Path.of(arguments[0]))))) {
            for (String test : TestList.tests()) {
                if (!test.matches(options.getTestFilter())) {
                    continue;
                }
                ClassLoader loader = broken ? BrokenCode.of(test) : JcstressBatch.class.getClassLoader();
                Runner<?> runner = runner(config(test, options), loader);
                TestResult result = runner.run();
                results.writeUTF(test);
                result.write(results);
                results.flush();
                if (runner.forceExit()) {
                    break;
                }
            }
        }
        System.exit(0);
    }

    private static Runner<?> runner(TestConfig config, ClassLoader loader) throws ReflectiveOperationException {
        return Class.forName(config.generatedRunnerName, true, loader)
                .asSubclass(Runner.class)
                .getConstructor(ForkedTestConfig.class)
                .newInstance(new ForkedTestConfig(config));
    }

    static Options options(List<String> arguments) throws IOException {
        Options options = new Options(arguments.toArray(String[]::new));
        if (!options.parse()) {
            throw new IllegalArgumentException("jcstress refuses its options: " + arguments);
        }
        return options;
    }

    /** Returns the configuration of a test that runs in a JVM with others: no compilers chosen, no CPUs. */
    static TestConfig config(String test, Options options) {
        TestInfo info = TestList.getInfo(test);
        var anyCpu = new SchedulingClass(AffinityMode.NONE, info.threads(), NodeType.PACKAGE);
        return new TestConfig(options, info, 0, List.of(), CompileMode.UNIFIED, anyCpu);
    }
}
