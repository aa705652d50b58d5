/** What is going on in this JVM: all live parts at once, health, and JMX. */
@SuppressWarnings("module") // the console is built after it
module dev.ropewalk.observe {
    requires transitive java.management;
    requires static transitive dev.ropewalk.cpu;
    requires static transitive dev.ropewalk.scheduler;
    requires static transitive dev.ropewalk.actor;
    requires static transitive dev.ropewalk.channel;
    requires static transitive dev.ropewalk.pipeline;
    requires static transitive dev.ropewalk.limit;
    requires static transitive dev.ropewalk.task;
    requires static transitive dev.ropewalk.graph;
    requires static transitive dev.ropewalk.cluster;
    requires static transitive dev.ropewalk.journal;
    requires static transitive org.jspecify;

    exports dev.ropewalk.observe;
    exports dev.ropewalk.observe.health to
            dev.ropewalk.console;
    exports dev.ropewalk.observe.part to
            dev.ropewalk.console;
}
