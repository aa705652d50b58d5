package dev.ropewalk.cpu.topology;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * The outcome of linking {@link LinuxCalls}, once for the life of the JVM: the calls, or why there are none. Nothing
 * restricted is called without native access, since that would print a warning or throw.
 *
 * @param calls the calls, present exactly when {@code failure} isn't
 * @param failure why there are none, to be shown to a person
 */
record Linking(Optional<LinuxCalls> calls, Optional<String> failure) {
    static final Linking RESULT = link();

    private static Linking link() {
        String system = System.getProperty("os.name", "an unknown system");
        if (!system.equals("Linux")) {
            return failed("CPU affinity needs Linux, this is " + system);
        }
        Module module = Linking.class.getModule();
        if (!module.isNativeAccessEnabled()) {
            return failed("native access isn't enabled: start Java with --enable-native-access="
                    + (module.isNamed() ? module.getName() : "ALL-UNNAMED"));
        }
        try {
            return new Linking(Optional.of(linkCalls(Linker.nativeLinker())), Optional.empty());
        } catch (RuntimeException | LinkageError e) {
            return failed("the C library can't be linked: " + e);
        }
    }

    private static Linking failed(String reason) {
        return new Linking(Optional.empty(), Optional.of(reason));
    }

    private static LinuxCalls linkCalls(Linker linker) {
        var affinity = FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS);
        var errno = Linker.Option.captureCallState("errno");
        return new LinuxCalls(
                function(linker, "sched_getaffinity", affinity, errno),
                function(linker, "sched_setaffinity", affinity, errno),
                // Critical: the call is too short to hold up a safepoint, and twice as fast without the transition.
                function(linker, "sched_getcpu", FunctionDescriptor.of(JAVA_INT), Linker.Option.critical(false)));
    }

    // Linking C functions is what this class is for; it happens only after native access was found enabled.
    @SuppressWarnings("restricted")
    private static MethodHandle function(Linker linker, String name, FunctionDescriptor type, Linker.Option option) {
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type, option);
    }
}
