/** A user's program of modules. */
module app {
    requires dev.ropewalk.journal;
    requires dev.ropewalk.pipeline;
    requires dev.ropewalk.scheduler;
}
