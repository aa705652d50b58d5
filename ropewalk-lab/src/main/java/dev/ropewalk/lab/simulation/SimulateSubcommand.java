package dev.ropewalk.lab.simulation;

import dev.ropewalk.sim.Simulations;
import dev.ropewalk.sim.Strategy;
import dev.ropewalk.sim.junit.SimulationTest;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ropewalk simulate}: the simulations of a class, without a build tool. */
@Command(
        name = "simulate",
        description =
                "Runs the simulations of a class, its methods with @SimulationTest, and prints what each campaign has done.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:no simulation has failed",
            "1:one has failed, or couldn't be run",
            "2:the arguments are wrong, or a class isn't there"
        })
public final class SimulateSubcommand implements Callable<Integer> {
    private static final int FAILED = 1;
    private static final int MAX_PARALLELISM = 256;

    @Parameters(
            paramLabel = "CLASS[#METHOD]",
            description = "The class by its full name, and if only one is meant, the method.")
    private String target = "";

    @Option(
            names = {"--class-path", "-cp"},
            paramLabel = "PATH",
            description =
                    "Where the class and what it needs are, but for Ropewalk and JUnit; Maven's target/test-classes and"
                            + " target/classes in this folder by default.")
    private @Nullable String classPath;

    @Option(
            names = "--runs",
            paramLabel = "N",
            description = "How many runs each simulation has, whatever it asks for.")
    private @Nullable Long runs;

    @Option(
            names = "--minutes",
            paramLabel = "M",
            description =
                    "How many minutes each simulation takes, such as 0.5; its runs aren't counted then, unless --runs is set.")
    private @Nullable Double minutes;

    @Option(
            names = "--parallelism",
            paramLabel = "N",
            description = {
                "How many runs of a simulation are made side by side, 1 to 256; as many as there are CPUs by default.",
                "They share static fields: what is disturbed by that is repeated alone and told."
            })
    private int parallelism = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, MAX_PARALLELISM);

    @Option(
            names = "--seed",
            paramLabel = "S",
            description =
                    "The seed of the campaign, from which those of the runs follow; decimal, or hexadecimal with 0x.")
    private @Nullable String seed;

    @Option(
            names = "--strategy",
            paramLabel = "X",
            description = "How schedules are chosen, such as random, pct:3 or pos+fair:2000.")
    private @Nullable String strategy;

    @Option(
            names = "--replay",
            paramLabel = "KEY",
            description = "Repeats the run that a failure has told by this string. Needs CLASS#METHOD.")
    private @Nullable String replay;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        checkOptions();
        PrintWriter out = spec.commandLine().getOut();
        try (var classes = UserClasses.on(classPath == null ? mavenFolders() : classPath);
                var overrides = new Overrides()) {
            overrides.set("runs", runs);
            overrides.set("minutes", minutes);
            overrides.set("parallelism", parallelism);
            overrides.set("seed", seed);
            overrides.set("strategy", strategy);
            overrides.set("replay", replay);
            Class<?> type = classes.named(target.split("#", 2)[0]);
            List<Method> tests = tests(type);
            checkReplay(type, tests);
            return run(type, tests, classes, out);
        } catch (IllegalArgumentException e) {
            throw refused(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            out.flush();
        }
    }

    private void checkOptions() {
        if (runs != null && runs <= 0) {
            throw refused("--runs must be above zero, not " + runs);
        }
        if (minutes != null && !(minutes > 0)) {
            throw refused("--minutes must be above zero, not " + minutes);
        }
        if (parallelism < 1 || parallelism > MAX_PARALLELISM) {
            throw refused("--parallelism must be from 1 to " + MAX_PARALLELISM + ", not " + parallelism);
        }
        if (seed != null && !isSeed(seed.strip())) {
            throw refused("--seed can't be '" + seed + "': it is no whole number, neither a decimal one nor a"
                    + " hexadecimal one with 0x");
        }
        if (strategy != null) {
            try {
                Strategy.parse(strategy);
            } catch (IllegalArgumentException e) {
                throw refused("--strategy can't be '" + strategy + "': " + e.getMessage());
            }
        }
        if (replay != null && !target.contains("#")) {
            throw refused("--replay repeats a run of one method, but '" + target + "' is a class: give CLASS#METHOD");
        }
    }

    private static boolean isSeed(String text) {
        try {
            if (text.startsWith("0x")) {
                Long.parseUnsignedLong(text, 2, text.length(), 16);
            } else {
                Long.parseLong(text);
            }
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private void checkReplay(Class<?> type, List<Method> tests) {
        String name = type.getName() + "#" + tests.getFirst().getName();
        if (replay != null && !Simulations.isReplayOf(name, replay)) {
            throw refused("--replay is the string of another test than " + name);
        }
    }

    private static String mavenFolders() {
        String found = Stream.of("target/test-classes", "target/classes")
                .filter(folder -> Files.isDirectory(Path.of(folder)))
                .collect(Collectors.joining(File.pathSeparator));
        if (found.isEmpty()) {
            throw new IllegalArgumentException(
                    "there is neither target/test-classes nor target/classes in this folder; --class-path says where classes are");
        }
        return found;
    }

    private List<Method> tests(Class<?> type) {
        List<Method> all =
                AnnotationSupport.findAnnotatedMethods(type, SimulationTest.class, HierarchyTraversalMode.TOP_DOWN);
        if (all.isEmpty()) {
            throw new IllegalArgumentException(type.getName() + " has no method with @SimulationTest");
        }
        int end = target.indexOf('#');
        if (end < 0) {
            return all;
        }
        String name = target.substring(end + 1);
        List<Method> chosen =
                all.stream().filter(test -> test.getName().equals(name)).toList();
        if (chosen.isEmpty()) {
            throw new IllegalArgumentException(type.getName() + " has no method " + name + " with @SimulationTest, but "
                    + all.stream().map(Method::getName).sorted().collect(Collectors.joining(", ")));
        }
        return chosen;
    }

    private int run(Class<?> type, List<Method> tests, UserClasses classes, PrintWriter out) {
        var verdicts = new Verdicts(out);
        Thread caller = Thread.currentThread();
        ClassLoader before = caller.getContextClassLoader();
        caller.setContextClassLoader(classes.loader());
        try {
            launch(type, tests, verdicts);
        } finally {
            caller.setContextClassLoader(before);
        }
        List<Method> leftOut = verdicts.leftOut(tests);
        for (Method test : leftOut) {
            out.println(type.getName() + "#" + test.getName()
                    + ": not run; it must not be private, static or disabled, and must return nothing");
        }
        if (replay != null && !verdicts.hasFailedAt(replay)) {
            out.println("The run of the replay string doesn't fail, or couldn't be repeated.");
        }
        out.println(tests.size() + (tests.size() == 1 ? " simulation, " : " simulations, ") + verdicts.failed()
                + " failed" + (leftOut.isEmpty() ? "" : ", " + leftOut.size() + " not run"));
        return verdicts.failed() == 0 && leftOut.isEmpty() ? 0 : FAILED;
    }

    private static void launch(Class<?> type, List<Method> tests, Verdicts verdicts) {
        var config = LauncherConfig.builder()
                .enableTestEngineAutoRegistration(false)
                .enableLauncherSessionListenerAutoRegistration(false)
                .enableLauncherDiscoveryListenerAutoRegistration(false)
                .enableTestExecutionListenerAutoRegistration(false)
                .enablePostDiscoveryFilterAutoRegistration(false)
                .addTestEngines(jupiter())
                .build();
        var request = LauncherDiscoveryRequestBuilder.request()
                .selectors(tests.stream()
                        .map(test -> DiscoverySelectors.selectMethod(type, test))
                        .toList())
                .build();
        LauncherFactory.create(config).execute(request, verdicts);
    }

    /** Returns JUnit's engine, of this program's own version and not of one on the user's class path. */
    private static TestEngine jupiter() {
        return ServiceLoader.load(TestEngine.class, SimulateSubcommand.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .filter(engine -> engine.getId().equals("junit-jupiter"))
                .findFirst()
                .orElseThrow();
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
