/** A live page that shows what goes on in a JVM. */
module dev.ropewalk.console {
    requires com.fasterxml.jackson.annotation;
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.databind;
    requires transitive java.instrument;
    requires java.management;
    requires static jdk.attach;
    requires jdk.httpserver;
    requires jdk.jfr;
    requires jdk.management;
    requires transitive dev.ropewalk.observe;
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

    exports dev.ropewalk.console;
    exports dev.ropewalk.console.attach;
}
