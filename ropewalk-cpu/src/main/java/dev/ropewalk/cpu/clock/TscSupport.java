package dev.ropewalk.cpu.clock;

import dev.ropewalk.cpu.NanoClock;
import dev.ropewalk.cpu.topology.Sysfs;
import java.io.File;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Optional;

/**
 * Whether the time stamp counter can be the clock of this JVM, found out once, when it is first asked for. Nothing restricted
 * is called without native access, since that would print a warning or throw.
 */
public final class TscSupport {
    private static final String CLOCK_SOURCE = "devices/system/clocksource/clocksource0/current_clocksource";
    private static final List<String> INVARIANT = List.of("constant_tsc", "nonstop_tsc");

    private TscSupport() {}

    public static NanoClock clock() {
        return ClockOutcome.RESULT.clock().map(NanoClock.class::cast).orElse(SystemClock.INSTANCE);
    }

    public static Optional<String> unavailableReason() {
        return ClockOutcome.RESULT
                .failure()
                .or(() -> ClockOutcome.RESULT.clock().flatMap(CounterClock::abandonedReason));
    }

    /** Returns the stub that reads the counter; empty if there is none. */
    static Optional<MethodHandle> stub() {
        return StubOutcome.RESULT.stub();
    }

    /**
     * Returns what speaks against the counter, as far as files and properties tell; empty if nothing does.
     *
     * @param system the operating system, as {@code os.name} has it
     * @param architecture the CPU's, as {@code os.arch} has it
     * @param proc the tree that Linux has in {@code /proc}
     * @param sys the tree that it has in {@code /sys}
     */
    static Optional<String> objection(String system, String architecture, Sysfs proc, Sysfs sys) {
        if (!system.equals("Linux") || !architecture.equals("amd64")) {
            return Optional.of(
                    "the time stamp counter needs Linux on amd64, this is " + system + " on " + architecture);
        }
        List<String> flags = flags(proc);
        for (String flag : INVARIANT) {
            if (!flags.contains(flag)) {
                return Optional.of("the CPU has no invariant time stamp counter: " + flag + " isn't in "
                        + new File(proc.root(), "cpuinfo"));
            }
        }
        String source = sys.text(CLOCK_SOURCE).orElse("unknown");
        return source.equals("tsc")
                ? Optional.empty()
                : Optional.of("the kernel keeps time by another clock source than tsc: " + source);
    }

    /** Returns the flags of the first CPU, which all of a machine have in common. */
    private static List<String> flags(Sysfs proc) {
        for (String line : proc.text("cpuinfo").orElse("").split("\n", -1)) {
            if (line.startsWith("flags")) {
                return List.of(line.split("\\s+", -1));
            }
        }
        return List.of();
    }

    private static Optional<String> objection() {
        return objection(
                System.getProperty("os.name", "an unknown system"),
                System.getProperty("os.arch", "an unknown CPU"),
                new Sysfs(new File("/proc")),
                new Sysfs(new File("/sys")));
    }

    private static Optional<String> missingNativeAccess() {
        Module module = TscSupport.class.getModule();
        return module.isNativeAccessEnabled()
                ? Optional.empty()
                : Optional.of("native access isn't enabled: start Java with --enable-native-access="
                        + (module.isNamed() ? module.getName() : "ALL-UNNAMED"));
    }

    /** The stub, or why there is none. */
    private record StubOutcome(Optional<MethodHandle> stub, Optional<String> failure) {
        static final StubOutcome RESULT = find();

        private static StubOutcome find() {
            Optional<String> objection = objection().or(TscSupport::missingNativeAccess);
            if (objection.isPresent()) {
                return new StubOutcome(Optional.empty(), objection);
            }
            try {
                return new StubOutcome(Optional.of(TscStub.link()), Optional.empty());
            } catch (UnsupportedOperationException e) {
                return new StubOutcome(Optional.empty(), Optional.ofNullable(e.getMessage()));
            } catch (RuntimeException | LinkageError e) {
                return new StubOutcome(Optional.empty(), Optional.of("the C library can't be linked: " + e));
            }
        }
    }

    /** The clock, or why there is none. */
    private record ClockOutcome(Optional<CounterClock> clock, Optional<String> failure) {
        static final ClockOutcome RESULT = find();

        private static ClockOutcome find() {
            if (StubOutcome.RESULT.failure().isPresent()) {
                return new ClockOutcome(Optional.empty(), StubOutcome.RESULT.failure());
            }
            try {
                return new ClockOutcome(Optional.of(new CounterClock(new TimeStampCounter())), Optional.empty());
            } catch (UnsupportedOperationException e) {
                return new ClockOutcome(Optional.empty(), Optional.ofNullable(e.getMessage()));
            }
        }
    }
}
