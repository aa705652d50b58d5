package dev.ropewalk.sim.thread;

import java.util.Arrays;
import java.util.stream.Stream;

/** Whether this JVM was started to be debugged, so that its threads may stand still for any time. */
final class Debugger {
    private static final boolean EXPECTED = isExpected(Stream.concat(
            Arrays.stream(ProcessHandle.current().info().arguments().orElse(new String[0])),
            Stream.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS")
                    .flatMap(name -> Stream.ofNullable(System.getenv(name)))));

    private Debugger() {}

    /** Returns whether a debugger may be attached. */
    static boolean isExpected() {
        return EXPECTED;
    }

    /** Returns whether options of the JVM say so. */
    static boolean isExpected(Stream<String> options) {
        return options.anyMatch(option -> option.contains("-agentlib:jdwp") || option.contains("-Xrunjdwp"));
    }
}
