/**
 * What the machine offers a concurrent program.
 *
 * <ul>
 *   <li>{@link dev.ropewalk.cpu.CpuTopology}: sockets, NUMA nodes, last-level caches, cores and hyper-threads, the CPUs
 *       that this process may use, and how far one CPU is from another. {@link dev.ropewalk.cpu.CpuSet} names CPUs.
 *   <li>{@link dev.ropewalk.cpu.CpuPinning}: keeps the current thread on given CPUs, and restores what was before.
 *   <li>{@link dev.ropewalk.cpu.CpuReservation}: keeps CPUs or whole cores for one user, among all processes that ask.
 *   <li>{@link dev.ropewalk.cpu.PinnedThreadFactory}: threads with a CPU each, and threads that don't inherit their maker's.
 *   <li>{@link dev.ropewalk.cpu.NanoClock}: clocks that are read faster than {@link System#nanoTime}.
 *   <li>{@link dev.ropewalk.cpu.IdleStrategy}: what a thread does while it waits for work.
 * </ul>
 *
 * {@snippet class="dev.ropewalk.cpu.snippets.CpuSnippets" region="overview" :
 * CpuTopology topology = CpuTopology.detect();
 * CpuSet cache = topology.lastLevelCaches().getFirst().intersect(topology.allowed());
 * try (CpuPinning pinning = CpuPinning.pin(cache)) {
 *     IdleStrategy idle = IdleStrategy.backOff();
 *     while (running) {
 *         idle.idle(poll());
 *     }
 * }
 * }
 *
 * <h2>Native access</h2>
 *
 * Pinning, {@code currentCpu} and {@link dev.ropewalk.cpu.NanoClock#tsc} call native code through {@link java.lang.foreign}.
 * Start Java with
 *
 * <ul>
 *   <li>{@code --enable-native-access=dev.ropewalk.cpu} when this module is on the module path,
 *   <li>{@code --enable-native-access=ALL-UNNAMED} when it is on the class path; an executable jar can say the same by
 *       {@code Enable-Native-Access: ALL-UNNAMED} in its own manifest.
 * </ul>
 *
 * Without it nothing fails and no warning is printed, because no restricted method is called: the allowed CPUs are read
 * from {@code /proc}, {@link dev.ropewalk.cpu.CpuTopology#currentCpu()} is unknown, pinning is unavailable and says why, and
 * the clock is that of the JDK and says why. The same holds under {@code --illegal-native-access=deny}.
 *
 * <h2>Platforms</h2>
 *
 * Everything works on 64-bit Linux, in containers too. On another system, or where the kernel hides its files, the
 * topology is {@linkplain dev.ropewalk.cpu.CpuTopology#isFlat() flat} and pinning unavailable; reservations, idle strategies
 * and clocks work everywhere. The time stamp counter is a clock on x86-64 only, and where the kernel itself keeps time by it.
 *
 * <h2>Memory consistency</h2>
 *
 * Sets, CPUs and topologies are immutable and may be shared freely, even through a data race. A pinning and an idle
 * strategy belong to one thread; a reservation, a clock and a thread factory may be used by several. Nothing here orders one
 * thread's memory accesses against another's.
 */
@NullMarked
package dev.ropewalk.cpu;

import org.jspecify.annotations.NullMarked;
