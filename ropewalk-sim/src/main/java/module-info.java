/** The simulator: a deterministic scheduler that finds, repeats and shrinks failures of concurrent code. */
@SuppressWarnings("module") // the one that it opens a room to is built after it
module dev.ropewalk.sim {
    requires dev.ropewalk.base;
    requires dev.ropewalk.cpu;
    requires transitive dev.ropewalk.scheduler;
    requires static transitive org.jspecify;

    exports dev.ropewalk.sim;
    exports dev.ropewalk.sim.machine to
            dev.ropewalk.lab;
}
