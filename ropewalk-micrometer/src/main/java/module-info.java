/** Meters of all parts for Micrometer. */
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
    requires static transitive org.jspecify;
    requires static transitive context.propagation;
    requires transitive micrometer.core;

    exports dev.ropewalk.micrometer;
}
