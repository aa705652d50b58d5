/** Pipelines: ring buffers of preallocated events and graphs of stages, on threads of their own or on strands. */
module dev.ropewalk.pipeline {
    requires dev.ropewalk.base;
    requires jdk.jfr;
    requires transitive dev.ropewalk.cpu;
    requires transitive dev.ropewalk.scheduler;
    requires static transitive org.jspecify;

    exports dev.ropewalk.pipeline;
}
