/** One scheduler: work stealing with soft affinity of strands to workers. */
@SuppressWarnings("module") // those it opens rooms to are built after it
module dev.ropewalk.scheduler {
    requires dev.ropewalk.base;
    requires dev.ropewalk.cpu;
    requires jdk.jfr;
    requires static transitive org.jspecify;

    exports dev.ropewalk.scheduler;
    exports dev.ropewalk.scheduler.carrier to
            dev.ropewalk.task;
    exports dev.ropewalk.scheduler.engine to
            dev.ropewalk.sim;
    exports dev.ropewalk.scheduler.park to
            dev.ropewalk.actor,
            dev.ropewalk.channel,
            dev.ropewalk.cluster,
            dev.ropewalk.flow,
            dev.ropewalk.graph,
            dev.ropewalk.journal,
            dev.ropewalk.limit,
            dev.ropewalk.pipeline,
            dev.ropewalk.sim,
            dev.ropewalk.task;
    exports dev.ropewalk.scheduler.step to
            dev.ropewalk.actor,
            dev.ropewalk.channel,
            dev.ropewalk.cluster,
            dev.ropewalk.flow,
            dev.ropewalk.graph,
            dev.ropewalk.journal,
            dev.ropewalk.limit,
            dev.ropewalk.pipeline,
            dev.ropewalk.sim,
            dev.ropewalk.task;
    exports dev.ropewalk.scheduler.strand to
            dev.ropewalk.sim;
    exports dev.ropewalk.scheduler.support to
            dev.ropewalk.sim;
    exports dev.ropewalk.scheduler.worker to
            dev.ropewalk.sim;
}
