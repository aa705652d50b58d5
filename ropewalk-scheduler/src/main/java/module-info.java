/** One scheduler: work stealing with soft affinity of strands to workers. */
module dev.ropewalk.scheduler {
    requires dev.ropewalk.cpu;
    requires static transitive org.jspecify;

    exports dev.ropewalk.scheduler;
}
