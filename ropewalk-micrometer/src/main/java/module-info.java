/** Meters of all parts for Micrometer, and contexts that go with what is sent. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // Micrometer has no descriptors
module dev.ropewalk.micrometer {
    requires static transitive dev.ropewalk.scheduler;
    requires static transitive dev.ropewalk.actor;
    requires static transitive dev.ropewalk.channel;
    requires static transitive dev.ropewalk.pipeline;
    requires static transitive dev.ropewalk.limit;
    requires static transitive dev.ropewalk.task;
    requires static transitive dev.ropewalk.graph;
    requires static transitive dev.ropewalk.journal;
    requires static transitive dev.ropewalk.cluster;
    requires static transitive org.jspecify;
    requires static transitive context.propagation;
    requires dev.ropewalk.base;
    requires transitive micrometer.core;
    requires transitive micrometer.observation;
    requires static org.slf4j;

    exports dev.ropewalk.micrometer;
}
