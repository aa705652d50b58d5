/** One scheduler: work stealing with soft affinity of strands to workers. */
@SuppressWarnings("module") // those it opens rooms to are built after it
module dev.ropewalk.scheduler {
    requires dev.ropewalk.base;
    requires dev.ropewalk.cpu;
    requires static transitive org.jspecify;

    exports dev.ropewalk.scheduler;
    exports dev.ropewalk.scheduler.park to
            dev.ropewalk.channel,
            dev.ropewalk.graph,
            dev.ropewalk.limit,
            dev.ropewalk.pipeline,
            dev.ropewalk.task;
}
