/** Entities that are known by keys, in one process or on many nodes, and the codecs of what is sent. */
module dev.ropewalk.cluster {
    requires dev.ropewalk.base;
    requires java.naming;
    requires transitive dev.ropewalk.actor;
    requires transitive dev.ropewalk.channel;
    requires dev.ropewalk.journal;
    requires static transitive org.jspecify;

    uses dev.ropewalk.cluster.engine.EngineProvider;

    exports dev.ropewalk.cluster;
    exports dev.ropewalk.cluster.codec;
    exports dev.ropewalk.cluster.engine;
    exports dev.ropewalk.cluster.store;
}
