/** What tests of clusters need: a simulated network, and the contract of engines. */
module dev.ropewalk.cluster.testkit {
    requires dev.ropewalk.base;
    requires transitive dev.ropewalk.cluster;
    requires transitive dev.ropewalk.scheduler;
    requires static transitive org.jspecify;

    exports dev.ropewalk.cluster.testkit;
}
