/**
 * What the machine offers a concurrent program: the topology of its CPUs, pinning of threads, reservation of CPUs, clocks, and
 * ways to wait.
 *
 * <p>Reading the full mask, {@code currentCpu}, pinning and the clock of the time stamp counter call native code, which JDK 25
 * allows with {@code --enable-native-access=dev.ropewalk.cpu} only (on the class path, {@code
 * --enable-native-access=ALL-UNNAMED}).
 */
module dev.ropewalk.cpu {
    requires dev.ropewalk.base;
    requires static transitive org.jspecify;

    exports dev.ropewalk.cpu;
}
