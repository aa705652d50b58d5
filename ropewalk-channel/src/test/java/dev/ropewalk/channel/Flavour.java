package dev.ropewalk.channel;

import dev.ropewalk.scheduler.Scheduler;

/** On what the processes of a test run: everything holds on both. */
enum Flavour {
    /** The JDK's virtual threads. */
    JDK,
    /** Virtual threads carried by the workers of a scheduler. */
    CARRIED;

    Processes open() {
        return switch (this) {
            case JDK -> new Processes(Thread.ofVirtual().factory(), () -> {});
            case CARRIED -> {
                Scheduler scheduler =
                        Scheduler.builder().name("processes").workers(2).build();
                yield new Processes(scheduler.threadFactory(), scheduler::close);
            }
        };
    }
}
