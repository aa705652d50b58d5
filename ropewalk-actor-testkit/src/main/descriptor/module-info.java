/** What tests of actors need. */
module dev.ropewalk.actor.testkit {
    requires transitive dev.ropewalk.actor;
    requires transitive dev.ropewalk.scheduler;
    requires static transitive org.jspecify;

    exports dev.ropewalk.actor.testkit;
}
