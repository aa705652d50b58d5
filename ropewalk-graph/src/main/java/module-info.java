/** Graphs of actions that depend on one another. */
module dev.ropewalk.graph {
    requires dev.ropewalk.base;
    requires jdk.jfr;
    requires transitive dev.ropewalk.limit;
    requires transitive dev.ropewalk.scheduler;
    requires static transitive org.jspecify;

    exports dev.ropewalk.graph;
}
