/**
 * A work-stealing scheduler with soft affinity of strands to workers.
 *
 * <ul>
 *   <li>{@link dev.ropewalk.scheduler.Scheduler} runs everything; {@link dev.ropewalk.scheduler.Scheduler#create()} or a
 *       {@linkplain dev.ropewalk.scheduler.SchedulerBuilder builder} makes one.
 *   <li>{@link dev.ropewalk.scheduler.Strand} is a serial executor without a thread; its
 *       {@link dev.ropewalk.scheduler.Placement} says where it may run.
 *   <li>{@link dev.ropewalk.scheduler.Timer} is a task for later.
 *   <li>{@link dev.ropewalk.scheduler.SchedulerStats} and {@link dev.ropewalk.scheduler.SchedulerCloseReport} tell what was done and
 *       what was not; an {@link dev.ropewalk.scheduler.Abandonable} task is told.
 *   <li>{@link dev.ropewalk.scheduler.CoordinatedShutdown} closes the parts of a program in an order, by hand or when the JVM
 *       is told to end; a {@link dev.ropewalk.scheduler.TimedCloseable} within the time that is left.
 *   <li>{@link dev.ropewalk.scheduler.SchedulingPoint} names a place at which a simulation may switch between threads.
 * </ul>
 *
 * {@snippet class="dev.ropewalk.scheduler.snippets.SchedulerSnippets" region="overview" :
 * try (Scheduler scheduler = Scheduler.create()) {
 *     Strand log = scheduler.newStrand();
 *     log.execute(() -> lines.add("opened"));
 *     scheduler.execute(() -> {
 *         String page = load();
 *         log.execute(() -> lines.add(page));
 *     });
 *     scheduler.scheduleAtFixedRate(log, () -> flush(lines), Duration.ofSeconds(1), Duration.ofSeconds(1));
 * }
 * }
 *
 * <h2>What may block</h2>
 *
 * Submitting, arming and cancelling never block. A task that blocks holds its worker up: wrap it in {@link
 * dev.ropewalk.scheduler.Scheduler#blocking}, or run it in a {@linkplain
 * dev.ropewalk.scheduler.Scheduler#threadFactory() virtual thread}. Closing blocks for at most the given time and half a
 * second more, in which interrupted tasks may end.
 *
 * <h2>Memory consistency</h2>
 *
 * Actions in a thread before it submits a task, or arms a timer, happen-before that task. Each task of a strand
 * happens-before the strand's next task. All tasks that ran happen-before a {@code close} that reports them complete
 * returns.
 *
 * <h2>Errors</h2>
 *
 * Wrong arguments give {@link java.lang.IllegalArgumentException} or {@link java.lang.NullPointerException} with the value
 * or the name, submitting after close {@link java.util.concurrent.RejectedExecutionException}. What a task throws goes to
 * the scheduler's handler and ends neither its strand nor its worker.
 */
@NullMarked
package dev.ropewalk.scheduler;

import org.jspecify.annotations.NullMarked;
