/** Tests of JUnit with parts, manual time and a look for what was left open. */
module dev.ropewalk.junit {
    requires transitive dev.ropewalk.actor;
    requires transitive dev.ropewalk.actor.testkit;
    requires transitive dev.ropewalk.scheduler;
    requires transitive org.junit.jupiter.api;
    requires static dev.ropewalk.channel;
    requires static dev.ropewalk.graph;
    requires static dev.ropewalk.journal;
    requires static dev.ropewalk.pipeline;
    requires static dev.ropewalk.task;
    requires static transitive org.jspecify;

    exports dev.ropewalk.junit;
}
